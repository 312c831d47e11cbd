import { withContext } from "@deskrl/testing/database";
import {
  createEnvironment,
  createRunRow,
  createSuite,
  createWorker,
  HEALTHY_FACTS,
} from "@deskrl/testing/factories";
import { beforeEach, expect, it } from "vitest";
import { listAudit } from "../access/list-audit.ts";
import { assignEpisodes } from "../episodes/assign-episodes.ts";
import { ACTOR, clearFleet, LEASE_TTL_MS } from "../testing/fleet.ts";
import { advanceTraining } from "../training/advance-trainings.ts";
import { createTraining } from "../training/create-training.ts";
import { leaseTrainingJob } from "../training/lease-training-job.ts";
import { advanceRuns } from "./advance-runs.ts";
import { explainWaiting } from "./explain-waiting.ts";
import { getRun } from "./get-run.ts";
import { placeRun } from "./place-run.ts";

const fixture = withContext();
beforeEach(() => clearFleet(fixture.ctx));
const assign = (limit?: number) => assignEpisodes(fixture.ctx, { leaseTtlMs: LEASE_TTL_MS, limit });

async function createLabelled(labels: string[], desktops = 2): Promise<string> {
  const { id } = await createWorker(fixture.ctx, { desktops, facts: { ...HEALTHY_FACTS, labels } });
  for (let each = 0; each < desktops; each += 1) await createEnvironment(fixture.ctx, { workerId: id });
  return id;
}

it("keeps a run to the workers with its label, and tells why it waits when none has it", async () => {
  await createLabelled(["slow"]);
  const suite = await createSuite(fixture.ctx, { tasks: 4 });
  const run = await createRunRow(fixture.ctx, suite, { spec: { desktops: 4, labels: ["gpu"] } });
  await advanceRuns(fixture.ctx);
  expect(await assign()).toEqual([]);
  expect((await explainWaiting(fixture.ctx, { id: run.id })).reasons).toEqual([
    "The run is pinned to workers with a label that none has: gpu.",
  ]);
  const workerId = await createLabelled(["gpu", "rack-2"]);
  expect((await assign()).map((each) => each.workerId)).toEqual([workerId, workerId]);
});

it("changes priority, pins and desktops of a run at work, with who did it, and keeps what it was not asked", async () => {
  const [first, second] = [await createLabelled([]), await createLabelled([])];
  const suite = await createSuite(fixture.ctx, { tasks: 8 });
  const run = await createRunRow(fixture.ctx, suite, { spec: { desktops: 1, workers: [first] } });
  await advanceRuns(fixture.ctx);
  expect(await assign()).toHaveLength(1);

  await placeRun(fixture.ctx, { actor: ACTOR, id: run.id, priority: 5, desktops: 4, workers: [second] });
  expect(await getRun(fixture.ctx, { id: run.id })).toMatchObject({
    spec: { priority: 5, desktops: 4, workers: [second], maxSteps: 30 },
  });
  expect((await assign()).map(({ workerId }) => workerId)).toEqual([second, second]);

  fixture.clock.advance(1);
  await placeRun(fixture.ctx, { actor: ACTOR, id: run.id, workers: [] });
  expect(await getRun(fixture.ctx, { id: run.id })).toMatchObject({ spec: { priority: 5, workers: [] } });
  expect(await assign()).toHaveLength(1);
  const { items } = await listAudit(fixture.ctx, { subjectId: run.id });
  expect(items.map(({ act, details }) => ({ act, details }))).toEqual([
    { act: "run.place", details: { workers: "any" } },
    { act: "run.place", details: { priority: 5, desktops: 4, workers: second } },
  ]);
});

it("changes nothing of a run that has ended, and says so", async () => {
  const suite = await createSuite(fixture.ctx, { tasks: 1 });
  const run = await createRunRow(fixture.ctx, suite, { state: "finished", finishedAt: new Date() });
  await expect(placeRun(fixture.ctx, { actor: ACTOR, id: run.id, priority: 2 })).rejects.toMatchObject({
    code: "conflict",
  });
  await expect(placeRun(fixture.ctx, { actor: ACTOR, id: run.id, priority: 11 })).rejects.toMatchObject({
    code: "invalid_input",
  });
});

it("gives a larger machine more episodes than a small one, by what each offers", async () => {
  const [large, small] = [await createLabelled([], 6), await createLabelled([], 2)];
  const suite = await createSuite(fixture.ctx, { tasks: 4 });
  await createRunRow(fixture.ctx, suite, { spec: { desktops: 4, episodes: 4 } });
  await advanceRuns(fixture.ctx);
  const given = (await assign()).map(({ workerId }) => workerId);
  expect(given.filter((id) => id === large)).toHaveLength(3);
  expect(given.filter((id) => id === small)).toHaveLength(1);
});

it("gives trainers the jobs of the run with the higher priority first, and none of a run pinned elsewhere", async () => {
  const { ctx } = fixture;
  const worker = await createLabelled(["trains"], 0);
  const train = (spec: { priority?: number; labels?: string[] }) =>
    createTraining(ctx, { actor: ACTOR, spec: { ...spec, seeds: [1, 2, 3] } });
  const elsewhere = await train({ labels: ["other"] });
  fixture.clock.advance(1);
  const plain = await train({});
  fixture.clock.advance(1);
  const urgent = await train({ priority: 3, labels: ["trains"] });
  await advanceTraining(ctx);
  const runs = [];
  for (let turn = 0; turn < 4; turn += 1) {
    const leased = await leaseTrainingJob(ctx, { workerId: worker, leaseTtlMs: LEASE_TTL_MS });
    runs.push(leased?.job.runId);
  }
  expect(runs, "in turn by priority, the older one first where both have the same right").toEqual([
    urgent.id,
    urgent.id,
    plain.id,
    urgent.id,
  ]);
  expect(runs).not.toContain(elsewhere.id);
  await ctx.db.prisma.run.updateMany({ data: { state: "running" } });
  expect(await explainWaiting(ctx, { id: elsewhere.id })).toEqual({
    ...{ waiting: 3, reasons: ["The run is pinned to workers with a label that none has: other."] },
  });
  expect(await explainWaiting(ctx, { id: plain.id })).toEqual({
    ...{ waiting: 2, reasons: ["The workers that it may use offer no training."] },
  });
});
