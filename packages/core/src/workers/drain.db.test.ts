import { newId } from "@deskrl/domain";
import { withContext } from "@deskrl/testing/database";
import { createEnvironment, createWorker } from "@deskrl/testing/factories";
import { beforeEach, describe, expect, it } from "vitest";
import { authenticateToken } from "../access/authenticate-token.ts";
import { createApiToken } from "../access/create-api-token.ts";
import { desiredEnvironments } from "../environments/desired-environments.ts";
import { reportEnvironment } from "../environments/report-environment.ts";
import { assignEpisodes } from "../episodes/assign-episodes.ts";
import { ingestJournal } from "../episodes/ingest-journal.ts";
import { advanceRuns } from "../runs/advance-runs.ts";
import {
  ACTOR,
  buildJournal,
  clearFleet,
  createFleet,
  LEASE_TTL_MS,
  readEpisodes,
} from "../testing/fleet.ts";
import { advanceDrains } from "./advance-drains.ts";
import { listWorkers } from "./list-workers.ts";
import { registerWorker } from "./register-worker.ts";
import { removeWorker } from "./remove-worker.ts";
import { setWorkerState } from "./set-worker-state.ts";

const fixture = withContext();
beforeEach(() => clearFleet(fixture.ctx));
const set = (id: string, state: "active" | "cordoned" | "drained") =>
  setWorkerState(fixture.ctx, { actor: ACTOR, id, state });
const kept = async (workerId: string) => (await desiredEnvironments(fixture.ctx, { workerId })).length;
const summary = async (id: string) =>
  (await listWorkers(fixture.ctx)).items.find((worker) => worker.id === id);
const assign = () => assignEpisodes(fixture.ctx, { leaseTtlMs: LEASE_TTL_MS });

it("gives a cordoned worker nothing new, and keeps what it has", async () => {
  const { worker, run } = await createFleet(fixture.ctx, { desktops: 2, tasks: 3, spec: { desktops: 1 } });
  await set(worker.id, "cordoned");
  await fixture.ctx.db.prisma.run.update({
    where: { id: run.id },
    data: { spec: { ...Object(run.spec), desktops: 5 } },
  });
  expect(await assign()).toEqual([]);
  expect(await summary(worker.id)).toMatchObject({
    desiredState: "cordoned",
    activeEpisodes: 1,
    desktopsHeld: 2,
  });
  expect(await kept(worker.id)).toBe(2);
  await set(worker.id, "active");
  expect(await assign()).not.toEqual([]);
});

it("drains a worker: idle desktops at once, the others when their episode has ended, and no new ones", async () => {
  const { worker, environments, assigned } = await createFleet(fixture.ctx, {
    desktops: 3,
    spec: { desktops: 1 },
  });
  const [episode] = assigned;
  await set(worker.id, "drained");
  expect(await kept(worker.id)).toBe(1);
  expect(await advanceDrains(fixture.ctx)).toEqual([]);
  await ingestJournal(fixture.ctx, {
    workerId: worker.id,
    entries: buildJournal(episode?.episodeId ?? "", { epoch: episode?.epoch ?? 0 }),
  });
  expect(await advanceDrains(fixture.ctx)).toHaveLength(1);
  expect(await kept(worker.id)).toBe(0);
  for (const { id } of environments)
    await reportEnvironment(fixture.ctx, {
      ...{ workerId: worker.id, environmentId: id, state: "stopped", generation: 1 },
    });
  expect(await summary(worker.id)).toMatchObject({ desktopsHeld: 0, activeEpisodes: 0, trainingJobs: 0 });
  await set(worker.id, "active");
  expect(await kept(worker.id)).toBe(3);
});

it("keeps what is wanted of a worker over a registration, and audits each change once", async () => {
  const { id } = await createWorker(fixture.ctx, { desktops: 0 });
  await set(id, "cordoned");
  await set(id, "cordoned");
  const facts = (await summary(id))?.facts;
  if (!facts) throw new Error("no worker");
  await registerWorker(fixture.ctx, { workerId: id, name: "again", version: "2", facts, desktops: 0 });
  expect(await summary(id)).toMatchObject({ name: "again", desiredState: "cordoned" });
  const audit = await fixture.ctx.db.prisma.auditEntry.findMany({ where: { subjectId: id } });
  expect(audit.map(({ act, actorName }) => [act, actorName])).toEqual([["worker.cordon", "tester"]]);
  await expect(set(newId("worker"), "drained")).rejects.toMatchObject({ code: "not_found" });
});

describe("removing a worker", () => {
  const remove = (id: string, revokeToken = false) =>
    removeWorker(fixture.ctx, { actor: ACTOR, id, revokeToken });

  it("is refused while it is at work, with what holds it up", async () => {
    const { worker } = await createFleet(fixture.ctx, { desktops: 2, spec: { desktops: 1 } });
    await expect(remove(worker.id)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("1 episodes at work, 2 desktops"),
      fix: "Drain it first.",
    });
    await set(worker.id, "drained");
    await expect(remove(worker.id)).rejects.toMatchObject({ fix: "Wait until it is drained." });
  });

  it("of a drained one takes it off the list and ends its token, if nobody else has it", async () => {
    const { id: tokenId, token } = await createApiToken(fixture.ctx, {
      actor: ACTOR,
      name: "t",
      scope: "worker",
    });
    const first = await createWorker(fixture.ctx, { tokenId, desiredState: "drained" });
    const second = await createWorker(fixture.ctx, { tokenId, desiredState: "drained" });
    expect(await remove(first.id, true)).toEqual({ tokenRevoked: false });
    expect(await authenticateToken(fixture.ctx, { token })).not.toBeNull();
    expect(await remove(second.id, true)).toEqual({ tokenRevoked: true });
    expect(await authenticateToken(fixture.ctx, { token })).toBeNull();
    expect((await listWorkers(fixture.ctx)).items).toEqual([]);
    const events = await fixture.ctx.db.prisma.event.findMany({ where: { type: "worker:removed" } });
    expect(events.map(({ subjectId }) => subjectId)).toEqual([first.id, second.id]);
  });

  it("of a lost one ends what ran on it, and its episode is tried again elsewhere", async () => {
    const { worker, run } = await createFleet(fixture.ctx, { desktops: 1 });
    fixture.clock.advance(11_000);
    await remove(worker.id);
    expect(await readEpisodes(fixture.ctx, run.id)).toMatchObject([
      { state: "finished", verdict: "invalid", cause: "worker_lost" },
    ]);
    expect(await fixture.ctx.db.prisma.environment.count()).toBe(0);
    const other = await createWorker(fixture.ctx);
    await createEnvironment(fixture.ctx, { workerId: other.id });
    await advanceRuns(fixture.ctx);
    expect(await assign()).toMatchObject([{ workerId: other.id }]);
  });
});
