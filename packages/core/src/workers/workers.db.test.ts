import { newId } from "@deskrl/domain";
import { withContext } from "@deskrl/testing/database";
import { HEALTHY_FACTS } from "@deskrl/testing/factories";
import { beforeEach, expect, it } from "vitest";
import { clearFleet, createFleet, LEASE_TTL_MS } from "../testing/fleet.ts";
import { heartbeatWorker } from "./heartbeat-worker.ts";
import { listWorkers } from "./list-workers.ts";
import { registerWorker } from "./register-worker.ts";
import { summarizeFleet } from "./summarize-fleet.ts";

const fixture = withContext();
beforeEach(() => clearFleet(fixture.ctx));
const register = (workerId: string, facts = HEALTHY_FACTS) =>
  registerWorker(fixture.ctx, { workerId, name: "w", version: "1", facts, desktops: 2 });
const beat = (workerId: string, facts = HEALTHY_FACTS) =>
  heartbeatWorker(fixture.ctx, { workerId, facts, running: [], leaseTtlMs: LEASE_TTL_MS });

it("derives a worker's state from the age of its heartbeat", async () => {
  const id = newId("worker");
  expect(await register(id)).toBe(1);
  fixture.clock.advance(9_000);
  await beat(id);
  fixture.clock.advance(9_000);
  expect((await listWorkers(fixture.ctx)).items).toMatchObject([{ id, state: "online" }]);
  fixture.clock.advance(2_000);
  expect((await listWorkers(fixture.ctx)).items).toMatchObject([{ id, state: "lost" }]);
});

it("asks an unknown worker to register", async () => {
  await expect(beat("wrk_unknown")).rejects.toMatchObject({
    code: "not_found",
    fix: expect.stringContaining("Register"),
  });
});

it("pushes changed facts at once, and mere heartbeats seldom", async () => {
  const id = newId("worker");
  await register(id);
  const pushed = () => fixture.ctx.db.prisma.event.count({ where: { type: "worker:changed" } });
  for (let second = 0; second < 20; second += 2) {
    fixture.clock.advance(2_000);
    await beat(id);
  }
  expect(await pushed()).toBe(2);
  await beat(id, { ...HEALTHY_FACTS, diskFreeMib: 1 });
  expect(await pushed()).toBe(3);
});

it("shows an engine's problem only while no worker is able to work", async () => {
  const problem = { code: "engine_unavailable", message: "No engine.", fix: "npm run setup:docker" };
  await register(newId("worker"), { ...HEALTHY_FACTS, engineProblem: problem });
  expect(await summarizeFleet(fixture.ctx)).toMatchObject({
    engineProblem: problem,
    desktops: { ready: 0, desired: 2 },
  });
  await createFleet(fixture.ctx, { desktops: 3 });
  const summary = await summarizeFleet(fixture.ctx);
  expect(summary).toMatchObject({
    engineProblem: null,
    provider: "docker",
    desktops: { ready: 3, desired: 5 },
  });
});

it("counts a worker's connections, and listens to the newest alone", async () => {
  const id = newId("worker");
  const again = (epoch: number) =>
    heartbeatWorker(fixture.ctx, { workerId: id, epoch, running: [], leaseTtlMs: LEASE_TTL_MS });
  expect(await register(id)).toBe(1);
  expect(await register(id)).toBe(2);
  await expect(again(1)).rejects.toMatchObject({ code: "fenced" });
  await expect(again(2)).resolves.toEqual({ fenced: [] });
});

it("takes a worker's clock for nothing but the skew that is shown", async () => {
  const id = newId("worker");
  await register(id);
  const sentAt = new Date(fixture.clock.now().getTime() + 600_000);
  await heartbeatWorker(fixture.ctx, { workerId: id, sentAt, running: [], leaseTtlMs: LEASE_TTL_MS });
  const [row] = (await listWorkers(fixture.ctx)).items;
  expect(row).toMatchObject({ clockSkewMs: 600_000, heartbeatAt: fixture.clock.now(), state: "online" });
  fixture.clock.advance(11_000);
  expect((await listWorkers(fixture.ctx)).items).toMatchObject([{ id, state: "lost" }]);
});
