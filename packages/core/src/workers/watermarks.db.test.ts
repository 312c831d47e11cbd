import { newId } from "@deskrl/domain";
import { withContext } from "@deskrl/testing/database";
import { HEALTHY_FACTS } from "@deskrl/testing/factories";
import { beforeEach, expect, it } from "vitest";
import { advancePlacements } from "../environments/advance-placements.ts";
import { planEnvironments } from "../environments/plan-environments.ts";
import { clearFleet, LEASE_TTL_MS } from "../testing/fleet.ts";
import { heartbeatWorker } from "./heartbeat-worker.ts";
import { listWorkers } from "./list-workers.ts";
import { registerWorker } from "./register-worker.ts";

const fixture = withContext();
beforeEach(() => clearFleet(fixture.ctx));

const facts = (memoryAvailableMib: number) => ({
  ...HEALTHY_FACTS,
  memoryMib: 8_000,
  load: { cpu: 0.1, memoryAvailableMib, engineLatencyMs: 5 },
});

it("asks for no desktops of a machine that is short of memory, and for all once it is not", async () => {
  const { ctx } = fixture;
  const workerId = newId("worker");
  await registerWorker(ctx, { workerId, name: "w", version: "1", facts: facts(100), desktops: 2 });
  expect(await planEnvironments(ctx, { workerId })).toEqual({ requested: [], stopping: [] });
  expect((await advancePlacements(ctx)).requested).toEqual([]);
  const [listed] = (await listWorkers(ctx)).items;
  expect(listed?.facts.closedFor).toMatchObject({ code: "memory_low" });

  const beat = (memory: number) =>
    heartbeatWorker(ctx, { workerId, facts: facts(memory), running: [], leaseTtlMs: LEASE_TTL_MS });
  await beat(400);
  expect((await advancePlacements(ctx)).requested, "not before there is some to spare").toEqual([]);
  await beat(4_000);
  expect((await advancePlacements(ctx)).requested).toHaveLength(2);
  expect((await advancePlacements(ctx)).requested).toEqual([]);
  await beat(100);
  expect(await planEnvironments(ctx, { workerId }), "what is there stays").toEqual({
    requested: [],
    stopping: [],
  });
});
