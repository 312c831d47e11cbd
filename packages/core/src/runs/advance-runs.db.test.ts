import type { EpisodeResult } from "@deskrl/domain";
import { withContext } from "@deskrl/testing/database";
import { createRunRow, createSuite } from "@deskrl/testing/factories";
import { beforeEach, describe, expect, it } from "vitest";
import { assignEpisodes } from "../episodes/assign-episodes.ts";
import { episodeDirectives } from "../episodes/episode-directives.ts";
import { ingestJournal } from "../episodes/ingest-journal.ts";
import {
  ACTOR,
  buildJournal,
  clearFleet,
  createFleet,
  FAILURE,
  LEASE_TTL_MS,
  readEpisodes,
  SUCCESS,
} from "../testing/fleet.ts";
import { advanceRuns } from "./advance-runs.ts";
import { createRun } from "./create-run.ts";
import { getRun } from "./get-run.ts";
import { pauseRun } from "./pause-run.ts";
import { resumeRun } from "./resume-run.ts";
import { stopRun } from "./stop-run.ts";

const fixture = withContext();
beforeEach(() => clearFleet(fixture.ctx));
const BROKEN: EpisodeResult = { verdict: "invalid", score: null, cause: "guest_timeout", reason: "It hung." };

/** Carries out whatever can be assigned, each episode with the result that `judge` gives it. */
async function playOnce(workerId: string, judge: (position: number) => EpisodeResult): Promise<number> {
  const assigned = await assignEpisodes(fixture.ctx, { leaseTtlMs: LEASE_TTL_MS });
  for (const { episodeId, epoch } of assigned) {
    const row = await fixture.ctx.db.prisma.episode.findUniqueOrThrow({ where: { id: episodeId } });
    const entries = buildJournal(episodeId, { epoch, steps: 1, result: judge(row.position) });
    await ingestJournal(fixture.ctx, { workerId, entries });
  }
  return assigned.length;
}

async function playOut(workerId: string, judge: (position: number) => EpisodeResult): Promise<void> {
  do await advanceRuns(fixture.ctx);
  while ((await playOnce(workerId, judge)) > 0);
  await advanceRuns(fixture.ctx);
}

/** A fleet whose first assignments are finished with success, so that tests begin with free desktops. */
async function createIdleFleet(spec: { episodes: number; retryBudget?: number; desktops?: number }) {
  const fleet = await createFleet(fixture.ctx, { desktops: spec.desktops ?? 2, tasks: 2, spec });
  return { ...fleet, get: () => getRun(fixture.ctx, { id: fleet.run.id }) };
}

async function finish(fleet: Awaited<ReturnType<typeof createIdleFleet>>, result: EpisodeResult) {
  for (const { episodeId, epoch } of fleet.assigned) {
    const entries = buildJournal(episodeId, { epoch, result });
    await ingestJournal(fixture.ctx, { workerId: fleet.worker.id, entries });
  }
}

describe("a run", () => {
  it("starts, takes its tasks in turn, and is finished when every position has ended", async () => {
    const fleet = await createIdleFleet({ episodes: 5 });
    await finish(fleet, SUCCESS);
    await playOut(fleet.worker.id, (position) => (position === 4 ? FAILURE : SUCCESS));
    const run = await fleet.get();
    expect(run).toMatchObject({ state: "finished", stateReason: null });
    expect(run.finishedAt).not.toBeNull();
    expect(run.counts).toEqual({
      planned: 5,
      queued: 0,
      active: 0,
      succeeded: 4,
      failed: 1,
      invalid: 0,
      retried: 0,
    });
    const rows = await readEpisodes(fixture.ctx, fleet.run.id);
    expect(rows.map((row) => row.taskKey)).toEqual([
      "task-000",
      "task-001",
      "task-000",
      "task-001",
      "task-000",
    ]);
  });

  it("has counts that add up to what is planned, at every moment", async () => {
    const fleet = await createIdleFleet({ episodes: 9, retryBudget: 2 });
    const results = [SUCCESS, BROKEN, FAILURE];
    await finish(fleet, BROKEN);
    for (let round = 0; round < 8; round += 1) {
      const { counts } = await fleet.get();
      const { queued, active, succeeded, failed, invalid } = counts;
      expect(queued + active + succeeded + failed + invalid).toBe(counts.planned);
      if (round % 2 === 0) await advanceRuns(fixture.ctx);
      else await playOnce(fleet.worker.id, (position) => results[position % 3] ?? SUCCESS);
    }
  });

  it("opens only as many positions as it needs ahead", async () => {
    const suite = await createSuite(fixture.ctx, { tasks: 2 });
    const run = await createRunRow(fixture.ctx, suite, { spec: { episodes: 100_000, desktops: 4 } });
    await advanceRuns(fixture.ctx);
    await advanceRuns(fixture.ctx);
    expect(await fixture.ctx.db.prisma.episode.count({ where: { runId: run.id } })).toBe(200);
    expect((await getRun(fixture.ctx, { id: run.id })).counts).toMatchObject({
      planned: 100_000,
      queued: 100_000,
    });
  });

  it("opens no more than 2,000 positions in one turn, however many desktops it asks for, and goes on as they are taken", async () => {
    const suite = await createSuite(fixture.ctx, { tasks: 2 });
    const run = await createRunRow(fixture.ctx, suite, { spec: { episodes: 100_000, desktops: 5_000 } });
    const { episode } = fixture.ctx.db.prisma;
    const opened = () => episode.count({ where: { runId: run.id } });
    await advanceRuns(fixture.ctx);
    expect(await opened()).toBe(2_000);
    await advanceRuns(fixture.ctx);
    expect(await opened()).toBe(2_000);
    await episode.deleteMany({ where: { runId: run.id, position: { lt: 1_200 } } });
    await advanceRuns(fixture.ctx);
    expect(await episode.count({ where: { runId: run.id, state: "queued" } })).toBe(2_000);
    expect(
      await episode.findFirst({ where: { runId: run.id }, orderBy: { position: "desc" } }),
    ).toMatchObject({
      position: 3_199,
    });
  });

  it("is moved once by reconcilers at the same time", async () => {
    const suite = await createSuite(fixture.ctx, { tasks: 2 });
    const spec = { suite: suite.suite.name, policy: "oracle", episodes: 10 } as const;
    const run = await createRun(fixture.ctx, { actor: ACTOR, spec });
    await Promise.all(Array.from({ length: 6 }, () => advanceRuns(fixture.ctx)));
    await advanceRuns(fixture.ctx);
    const rows = await readEpisodes(fixture.ctx, run.id);
    expect(rows.map((row) => row.position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect((await getRun(fixture.ctx, { id: run.id })).state).toBe("running");
  });
});

describe("a broken episode", () => {
  it("is tried again as a new attempt; the old one is kept as it was", async () => {
    const fleet = await createIdleFleet({ episodes: 2 });
    await finish(fleet, BROKEN);
    expect((await fleet.get()).counts).toMatchObject({ queued: 2, invalid: 0 });
    await playOut(fleet.worker.id, () => SUCCESS);
    const rows = await readEpisodes(fixture.ctx, fleet.run.id);
    expect(rows.map((row) => [row.position, row.attempt, row.verdict, row.superseded])).toEqual([
      [0, 1, "invalid", true],
      [0, 2, "succeeded", false],
      [1, 1, "invalid", true],
      [1, 2, "succeeded", false],
    ]);
    expect((await fleet.get()).counts).toMatchObject({ succeeded: 2, invalid: 0, retried: 2 });
  });

  it("is given up when the budget is used up, and the run says so", async () => {
    const fleet = await createIdleFleet({ episodes: 2, retryBudget: 3 });
    await finish(fleet, BROKEN);
    await playOut(fleet.worker.id, () => BROKEN);
    const run = await fleet.get();
    expect(run.counts).toEqual({
      planned: 2,
      queued: 0,
      active: 0,
      succeeded: 0,
      failed: 0,
      invalid: 2,
      retried: 3,
    });
    expect(run).toMatchObject({
      state: "finished",
      stateReason: expect.stringContaining("retry budget is used up"),
    });
  });

  it("whose cause lies in the task is not tried again", async () => {
    const fleet = await createIdleFleet({ episodes: 2 });
    await finish(fleet, { ...BROKEN, cause: "evaluator_unknown" });
    await playOut(fleet.worker.id, () => SUCCESS);
    expect((await fleet.get()).counts).toMatchObject({ invalid: 2, retried: 0 });
  });
});

describe("pause", () => {
  it("admits nothing from the moment it is asked for, and is acknowledged once nothing is in flight", async () => {
    const fleet = await createIdleFleet({ episodes: 6 });
    const asked = await pauseRun(fixture.ctx, { actor: ACTOR, id: fleet.run.id });
    expect(asked).toMatchObject({ state: "running", desiredState: "paused" });
    await advanceRuns(fixture.ctx);
    await advanceRuns(fixture.ctx);
    expect(await fleet.get()).toMatchObject({ state: "pausing", counts: { active: 2 } });
    await finish(fleet, SUCCESS);
    expect(await assignEpisodes(fixture.ctx, { leaseTtlMs: LEASE_TTL_MS })).toEqual([]);
    await advanceRuns(fixture.ctx);
    expect(await fleet.get()).toMatchObject({
      state: "paused",
      counts: { active: 0, succeeded: 2, queued: 4 },
    });

    await resumeRun(fixture.ctx, { actor: ACTOR, id: fleet.run.id });
    await playOut(fleet.worker.id, () => SUCCESS);
    expect(await fleet.get()).toMatchObject({ state: "finished", counts: { succeeded: 6 } });
  });

  it("is never acknowledged over an episode that is being assigned at the same time", async () => {
    for (let round = 0; round < 5; round += 1) {
      await clearFleet(fixture.ctx);
      const fleet = await createIdleFleet({ episodes: 20 });
      await finish(fleet, SUCCESS);
      await Promise.all([
        assignEpisodes(fixture.ctx, { leaseTtlMs: LEASE_TTL_MS }),
        pauseRun(fixture.ctx, { actor: ACTOR, id: fleet.run.id }).then(() => advanceRuns(fixture.ctx)),
        advanceRuns(fixture.ctx),
      ]);
      const { state, counts } = await fleet.get();
      expect(state === "paused" && counts.active > 0).toBe(false);
    }
  });

  it("of a run whose last episodes end meanwhile lets it finish", async () => {
    const fleet = await createIdleFleet({ episodes: 2 });
    await pauseRun(fixture.ctx, { actor: ACTOR, id: fleet.run.id });
    await advanceRuns(fixture.ctx);
    await finish(fleet, SUCCESS);
    await advanceRuns(fixture.ctx);
    expect((await fleet.get()).state).toBe("finished");
  });
});

describe("stop", () => {
  it("cancels what is queued, asks for the end of what is in flight, and is final", async () => {
    const fleet = await createIdleFleet({ episodes: 6 });
    await stopRun(fixture.ctx, { actor: ACTOR, id: fleet.run.id });
    await advanceRuns(fixture.ctx);
    expect((await fleet.get()).state).toBe("stopping");
    const directives = await episodeDirectives(fixture.ctx, { workerId: fleet.worker.id });
    expect(directives.map((directive) => directive.cancel)).toEqual([true, true]);
    await finish(fleet, { ...BROKEN, cause: "cancelled" });
    await advanceRuns(fixture.ctx);
    const run = await fleet.get();
    expect(run).toMatchObject({ state: "stopped", counts: { planned: 6, queued: 0, active: 0, invalid: 6 } });
    await expect(resumeRun(fixture.ctx, { actor: ACTOR, id: run.id })).rejects.toMatchObject({
      code: "conflict",
    });
    const rows = await readEpisodes(fixture.ctx, run.id);
    expect(new Set(rows.map((row) => row.cause))).toEqual(new Set(["cancelled"]));
  });

  it("tries nothing again", async () => {
    const fleet = await createIdleFleet({ episodes: 2 });
    await stopRun(fixture.ctx, { actor: ACTOR, id: fleet.run.id });
    await finish(fleet, BROKEN);
    await advanceRuns(fixture.ctx);
    await advanceRuns(fixture.ctx);
    expect(await fleet.get()).toMatchObject({ state: "stopped", counts: { retried: 0, invalid: 2 } });
  });
});

describe("createRun", () => {
  it("fixes its tasks, so that a later import of the suite does not change it", async () => {
    const { suite, tasks } = await createSuite(fixture.ctx, { tasks: 3 });
    const run = await createRun(fixture.ctx, {
      actor: ACTOR,
      spec: { suite: suite.name, policy: "random", episodes: 3, tasks: ["calc", "task-001"] },
    });
    await fixture.ctx.db.prisma.task.update({
      where: { id: tasks[0]?.id ?? "" },
      data: { retiredAt: new Date() },
    });
    await advanceRuns(fixture.ctx);
    const rows = await readEpisodes(fixture.ctx, run.id);
    expect(rows.map((row) => row.taskKey)).toEqual(["task-000", "task-001", "task-000"]);
    const audit = await fixture.ctx.db.prisma.auditEntry.findMany();
    expect(audit).toMatchObject([{ actorName: "tester", act: "run.create", subjectId: run.id }]);
  });

  it("names what it does not know, and what there is", async () => {
    const { suite } = await createSuite(fixture.ctx, { name: "known" });
    const create = (spec: { suite: string; tasks?: string[]; episodes?: number }) =>
      createRun(fixture.ctx, { actor: ACTOR, spec: { policy: "oracle", episodes: 1, ...spec } });
    await expect(create({ suite: "unknown" })).rejects.toMatchObject({
      code: "not_found",
      fix: "Choose one of: known.",
    });
    await expect(create({ suite: suite.name, tasks: ["nope", "calc"] })).rejects.toMatchObject({
      code: "invalid_input",
      message: "The suite known has no task or application nope.",
    });
    await expect(create({ suite: suite.name, episodes: 0 })).rejects.toMatchObject({ code: "invalid_input" });
  });
});
