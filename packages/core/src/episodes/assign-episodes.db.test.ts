import { withContext } from "@deskrl/testing/database";
import {
  createEnvironment,
  createRunRow,
  createSuite,
  createWorker,
  HEALTHY_FACTS,
} from "@deskrl/testing/factories";
import { beforeEach, describe, expect, it } from "vitest";
import { advanceRuns } from "../runs/advance-runs.ts";
import { createRun } from "../runs/create-run.ts";
import { importSuite } from "../suites/import-suite.ts";
import { buildJournal, clearFleet, createFleet, LEASE_TTL_MS, readEpisodes } from "../testing/fleet.ts";
import { heartbeatWorker } from "../workers/heartbeat-worker.ts";
import { abandonEpisodes } from "./abandon-episodes.ts";
import { assignEpisodes } from "./assign-episodes.ts";
import { ingestJournal } from "./ingest-journal.ts";
import { reapExpiredLeases } from "./reap-expired-leases.ts";
import { unassignEpisode } from "./unassign-episode.ts";

const fixture = withContext();
beforeEach(() => clearFleet(fixture.ctx));
const assign = (limit?: number) => assignEpisodes(fixture.ctx, { leaseTtlMs: LEASE_TTL_MS, limit });

async function createReady(workers: number, desktopsEach: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < workers; index += 1) {
    const worker = await createWorker(fixture.ctx, { desktops: desktopsEach });
    for (let desktop = 0; desktop < desktopsEach; desktop += 1)
      await createEnvironment(fixture.ctx, { workerId: worker.id });
    ids.push(worker.id);
  }
  return ids;
}

async function createRuns(
  count: number,
  spec: { episodes: number; desktops: number; priority?: number; workers?: string[] },
) {
  const suite = await createSuite(fixture.ctx, { tasks: 5 });
  const runs = [];
  for (let index = 0; index < count; index += 1) {
    runs.push(await createRunRow(fixture.ctx, suite, { spec }));
    fixture.clock.advance(1);
  }
  await advanceRuns(fixture.ctx);
  return runs;
}

describe("callers at the same time", () => {
  it("never give one episode twice, nor one desktop two episodes, nor a run more than its share", async () => {
    await createReady(4, 5);
    const runs = await createRuns(2, { episodes: 30, desktops: 6 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => assign(4)));
    const assigned = answers.flat();
    expect(new Set(assigned.map((item) => item.episodeId)).size).toBe(assigned.length);
    expect(new Set(assigned.map((item) => item.environmentId)).size).toBe(assigned.length);
    expect(assigned).toHaveLength(12);
    for (const run of runs) {
      const rows = await readEpisodes(fixture.ctx, run.id);
      const active = rows.filter((row) => row.state === "resetting");
      expect(active).toHaveLength(6);
      for (const row of active) expect(row).toMatchObject({ leaseEpoch: 1, leaseOwner: row.workerId });
    }
    const leased = await fixture.ctx.db.prisma.environment.findMany({ where: { state: "leased" } });
    expect(leased.map((row) => row.episodeId).sort()).toEqual(assigned.map((item) => item.episodeId).sort());
  });
});

describe("the choice", () => {
  it("is fair between runs: a long queue does not keep a later run waiting", async () => {
    await createReady(1, 4);
    const [first, second] = await createRuns(2, { episodes: 50, desktops: 50 });
    await assign();
    const active = async (id = "") =>
      (await readEpisodes(fixture.ctx, id)).filter((row) => row.state === "resetting").length;
    expect([await active(first?.id), await active(second?.id)]).toEqual([2, 2]);
  });

  it("serves runs by their priority, also when one came later and is small", async () => {
    await createReady(1, 8);
    const [plain] = await createRuns(1, { episodes: 50, desktops: 50 });
    const [urgent] = await createRuns(1, { episodes: 50, desktops: 50, priority: 3 });
    await assign();
    const active = async (id = "") =>
      (await readEpisodes(fixture.ctx, id)).filter((row) => row.state === "resetting").length;
    expect([await active(plain?.id), await active(urgent?.id)]).toEqual([2, 6]);
  });

  it("keeps a pinned run to its workers, and lets others have what is left", async () => {
    const [first, second] = await createReady(2, 2);
    const [pinned] = await createRuns(1, { episodes: 9, desktops: 9, workers: [second ?? ""] });
    const [other] = await createRuns(1, { episodes: 9, desktops: 9 });
    for (const { workerId, episodeId } of await assign()) {
      const row = await fixture.ctx.db.prisma.episode.findUniqueOrThrow({ where: { id: episodeId } });
      if (row.runId === pinned?.id) expect(workerId).toBe(second);
    }
    const at = async (id = "", workerId = "") =>
      (await readEpisodes(fixture.ctx, id)).filter((row) => row.workerId === workerId).length;
    expect(await at(other?.id, first)).toBe(2);
    expect((await at(pinned?.id, second)) + (await at(other?.id, second))).toBe(2);
    expect(await at(pinned?.id, second)).toBeGreaterThan(0);
  });

  it("lets no run wait behind one that is pinned to a worker without a desktop", async () => {
    await createReady(1, 2);
    const empty = await createWorker(fixture.ctx, { desktops: 0 });
    await createRuns(1, { episodes: 50, desktops: 3, workers: [empty.id] });
    await createRuns(1, { episodes: 50, desktops: 50 });
    expect(await assign()).toHaveLength(2);
  });

  it("takes the queue in the plan's order and spreads over workers", async () => {
    await createReady(3, 3);
    const [run] = await createRuns(1, { episodes: 20, desktops: 3 });
    const assigned = await assign();
    expect(new Set(assigned.map((item) => item.workerId)).size).toBe(3);
    const rows = await readEpisodes(fixture.ctx, run?.id ?? "");
    expect(rows.filter((row) => row.state === "resetting").map((row) => row.position)).toEqual([0, 1, 2]);
  });

  it.each([
    ["is lost", {}, { heartbeatAt: new Date("2026-01-01T00:00:00Z") }],
    [
      "has an engine that does not work",
      {},
      { facts: { ...HEALTHY_FACTS, engineProblem: { code: "engine_unavailable", message: "m", fix: "f" } } },
    ],
    ["has a desktop that a person drives", { controlledBy: "someone" }, {}],
    ["has a desktop that is to be removed", { desiredState: "stopped" }, {}],
    ["has a desktop that is not ready", { state: "starting" }, {}],
  ])("passes over a worker that %s", async (_name, environment, worker) => {
    const row = await createWorker(fixture.ctx, worker);
    await createEnvironment(fixture.ctx, { workerId: row.id, ...environment });
    await createRuns(1, { episodes: 1, desktops: 1 });
    expect(await assign()).toEqual([]);
  });

  it("passes over runs that are not wanted to run, from the moment that is written", async () => {
    await createReady(1, 1);
    const [run] = await createRuns(1, { episodes: 1, desktops: 1 });
    await fixture.ctx.db.prisma.run.update({
      where: { id: run?.id ?? "" },
      data: { desiredState: "paused" },
    });
    expect(await assign()).toEqual([]);
  });
});

describe("an assignment", () => {
  async function importTask(policy: "oracle" | "random") {
    const solution = { oracle: ["Agent.exit(success=True)"], nearMiss: [], nearMissFault: "" };
    const definition = { id: "t1", instruction: "Do it.", evaluator: { func: "exact_match" }, max_steps: 7 };
    const files = [{ name: "in.csv", bytes: new TextEncoder().encode("a,b\n") }];
    const tasks = [{ definition, solution, domain: "calc", files }];
    await importSuite(fixture.ctx, { name: "s", title: "S", tasks });
    const actor = { id: "usr_x", name: "x", role: "operator" } as const;
    await createRun(fixture.ctx, { actor, spec: { suite: "s", policy, episodes: 2, desktops: 1, seed: 40 } });
    await createReady(1, 1);
    await advanceRuns(fixture.ctx);
  }

  it("carries the task, its files and the smaller step limit, and the solution for the oracle", async () => {
    await importTask("oracle");
    const [item] = await assign();
    expect(item?.assignment).toMatchObject({
      task: { id: "t1", max_steps: 7 },
      files: [{ name: "in.csv", base64: Buffer.from("a,b\n").toString("base64") }],
      maxSteps: 7,
      seed: 40,
      policy: "oracle",
      solution: { oracle: ["Agent.exit(success=True)"] },
    });
  });

  it("never carries the solution for another policy", async () => {
    await importTask("random");
    const [item] = await assign();
    expect(item?.assignment.solution).toBeNull();
    expect(JSON.stringify(item)).not.toContain("Agent.exit");
  });

  it("whose input file is gone ends as invalid with what is missing, and frees the desktop", async () => {
    await importTask("oracle");
    const task = await fixture.ctx.db.prisma.task.findFirstOrThrow({ where: { key: "t1" } });
    for await (const hash of fixture.ctx.blobs.iterate()) await fixture.ctx.blobs.delete(hash);
    expect(await assign()).toEqual([]);
    const row = await fixture.ctx.db.prisma.episode.findFirstOrThrow({
      where: { taskId: task.id, position: 0 },
    });
    expect(row).toMatchObject({
      verdict: "invalid",
      cause: "task_malformed",
      reason: expect.stringContaining("There is no blob"),
    });
    const environment = await fixture.ctx.db.prisma.environment.findFirstOrThrow();
    expect(environment).toMatchObject({ state: "ready", episodeId: null });
  });
});

describe("a lease", () => {
  it("lives while it is renewed, and its episode is lost when it is not", async () => {
    const { worker, assigned, episodes } = await createFleet(fixture.ctx, { desktops: 2, tasks: 2 });
    const [kept, dropped] = assigned;
    if (!kept || !dropped) throw new Error("nothing was assigned");
    fixture.clock.advance(10_000);
    const running = [{ episodeId: kept.episodeId, epoch: kept.epoch }];
    const beat = { workerId: worker.id, running, leaseTtlMs: LEASE_TTL_MS };
    expect(await heartbeatWorker(fixture.ctx, beat)).toEqual({ fenced: [] });
    fixture.clock.advance(10_000);
    expect(await reapExpiredLeases(fixture.ctx)).toEqual([dropped.episodeId]);
    expect(await reapExpiredLeases(fixture.ctx)).toEqual([]);
    const stale = [
      { episodeId: dropped.episodeId, epoch: dropped.epoch },
      { episodeId: kept.episodeId, epoch: 0 },
    ];
    expect(await heartbeatWorker(fixture.ctx, { ...beat, running: stale })).toEqual({ fenced: stale });
    expect(episodes).toHaveLength(2);
  });

  it("is reaped once by reapers at the same time", async () => {
    await createFleet(fixture.ctx, { desktops: 4, tasks: 4 });
    fixture.clock.advance(60_000);
    const answers = await Promise.all([1, 2, 3, 4].map(() => reapExpiredLeases(fixture.ctx)));
    expect(answers.flat()).toHaveLength(4);
    expect(new Set(answers.flat()).size).toBe(4);
  });

  it("that its worker refuses puts the episode back under a new epoch, and fences the old one", async () => {
    const { worker, assigned, run } = await createFleet(fixture.ctx);
    const [item] = assigned;
    if (!item) throw new Error("nothing was assigned");
    const refusal = { workerId: worker.id, episodeId: item.episodeId, epoch: item.epoch, reason: "no room" };
    expect(await unassignEpisode(fixture.ctx, refusal)).toBe(true);
    expect(await unassignEpisode(fixture.ctx, refusal)).toBe(false);
    const [again] = await assign();
    expect(again).toMatchObject({ episodeId: item.episodeId, epoch: item.epoch + 1 });
    const late = await ingestJournal(fixture.ctx, {
      workerId: worker.id,
      entries: buildJournal(item.episodeId),
    });
    expect(late.rejected.every((entry) => entry.code === "fenced")).toBe(true);
    expect(await readEpisodes(fixture.ctx, run.id)).toMatchObject([{ state: "resetting", verdict: null }]);
  });

  it("that its worker abandons ends at once; an outdated claim ends nothing", async () => {
    const { worker, assigned } = await createFleet(fixture.ctx);
    const [item] = assigned;
    if (!item) throw new Error("nothing was assigned");
    const claim = { episodeId: item.episodeId, epoch: item.epoch };
    const outdated = [{ ...claim, epoch: item.epoch + 1 }];
    expect(await abandonEpisodes(fixture.ctx, { workerId: worker.id, claims: outdated })).toEqual([]);
    expect(await abandonEpisodes(fixture.ctx, { workerId: "wrk_other", claims: [claim] })).toEqual([]);
    expect(await abandonEpisodes(fixture.ctx, { workerId: worker.id, claims: [claim] })).toEqual([
      item.episodeId,
    ]);
  });
});

it("has PostgreSQL itself refuse a second unfinished episode on one desktop", async () => {
  const { environments, run, suite } = await createFleet(fixture.ctx);
  const { createEpisode } = await import("@deskrl/testing/factories");
  const [task] = suite.tasks;
  if (!task) throw new Error("no task");
  const second = createEpisode(
    fixture.ctx,
    { run, task },
    { position: 9, state: "acting", environmentId: environments[0]?.id ?? null },
  );
  await expect(second).rejects.toThrow();
});
