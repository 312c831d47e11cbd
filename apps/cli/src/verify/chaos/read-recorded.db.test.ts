import type { Database } from "@deskrl/db";
import { withContext } from "@deskrl/testing/database";
import {
  createEnvironment,
  createEpisode,
  createRunRow,
  createSuite,
  createWorker,
} from "@deskrl/testing/factories";
import { beforeEach, expect, test } from "vitest";
import { readRecorded } from "./read-recorded.ts";

const fixture = withContext();
const broken = async () => (await readRecorded(fixture.url)).broken;
let db: Database["prisma"];
let episodeId: string;

/** One episode that ended as it should, and the event that said so. */
beforeEach(async () => {
  const { ctx } = fixture;
  db = ctx.db.prisma;
  await db.$executeRaw`TRUNCATE workers, environments, task_suites, tasks, runs, episodes, steps, events CASCADE`;
  const suite = await createSuite(ctx, { tasks: 1 });
  const run = await createRunRow(ctx, suite);
  const [task] = suite.tasks;
  if (!task) throw new Error("no task");
  const ended = { state: "finished", verdict: "succeeded", score: 1, finishedAt: ctx.clock() };
  const episode = await createEpisode(ctx, { run, task }, ended);
  episodeId = episode.id;
  await announce("succeeded");
});

const announce = (verdict: string) =>
  db.event.create({
    data: { type: "episode:changed", subjectId: episodeId, payload: { verdict, score: 1 } },
  });

test("what is in order has no finding", async () => {
  expect(await broken()).toEqual([]);
});

test("a second verdict is found, also when the row holds the first", async () => {
  await announce("failed");
  expect(await broken()).toEqual([
    expect.stringContaining("no episode has two verdicts"),
    expect.stringContaining("announced is the one that is stored"),
  ]);
});

test("a step that is counted and not there is found", async () => {
  await db.episode.update({ where: { id: episodeId }, data: { stepCount: 2 } });
  expect(await broken()).toEqual([expect.stringContaining("counts 2 steps, holds 0")]);
});

test("a desktop that is held by an episode that has ended is found", async () => {
  const worker = await createWorker(fixture.ctx);
  await createEnvironment(fixture.ctx, { workerId: worker.id, state: "leased", episodeId });
  expect(await broken()).toEqual([expect.stringContaining("no desktop is held")]);
});

test("an unfinished episode whose lease ran out is found twice: as unfinished, and as held by the dead", async () => {
  await db.event.deleteMany();
  await db.episode.update({
    where: { id: episodeId },
    data: {
      state: "acting",
      verdict: null,
      score: null,
      finishedAt: null,
      leaseExpiresAt: new Date(0),
      leaseOwner: "wrk_1",
    },
  });
  expect(await broken()).toEqual([
    expect.stringContaining("left unfinished"),
    expect.stringContaining("held by the dead"),
  ]);
});
