import { execFileSync } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createFilesystemBlobStore } from "@deskrl/blobs";
import type { Database } from "@deskrl/db";
import { decodeCheckpoint } from "@deskrl/learning";
import { createTestDatabase, type TestDatabase } from "@deskrl/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient } from "../client.ts";
import { scratchDataDir } from "./scratch-data-dir.ts";
import { type RunningDeskrl, startSystem } from "./start-system.ts";

const PATIENCE_MS = 280_000;
const SPEC = {
  seeds: [3],
  suite: { seed: 5, trainTasks: 24, heldOutTasks: 8 },
  settings: {
    bc: { demonstrations: 12, epochs: 1, chunkBatches: 1, probeTasks: 2, evaluateTasks: 2 },
    rl: { updates: 30, tasks: 3, groupSize: 4, minibatches: 2, evaluateEvery: 10, evaluateTasks: 4 },
  },
};

let database: TestDatabase;
let dataDir: string;
let system: RunningDeskrl;
let client: ReturnType<typeof createClient>;

beforeAll(async () => {
  [database, dataDir] = await Promise.all([createTestDatabase(), scratchDataDir("resume")]);
  system = await startSystem({
    ...{ dataDir, port: 0, desktops: 0, provider: "sim", dashboard: false },
    ...{ database: database.url, leaseTtlSeconds: 6 },
  });
  client = createClient({ url: system.url, token: system.operatorToken });
}, PATIENCE_MS);

afterAll(async () => {
  await system?.stop();
  await database?.destroy();
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);

/** Asks again and again until the answer is not null; the control plane may be down meanwhile. */
async function until<T>(what: string, ask: () => Promise<T | null>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  let last: unknown = null;
  while (Date.now() < deadline) {
    const answer = await ask().catch((error: unknown) => {
      last = error;
      return null;
    });
    if (answer !== null) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${what} did not come: ${String(last)}`);
}

const phasesOf = async (id: string) => (await client.training.byId.query({ id })).phases;
type Phases = Awaited<ReturnType<typeof phasesOf>>;

/** The RL phase once it looks as wanted. */
function rl(id: string, what: string, fits: (phase: Phases[number]) => boolean): Promise<Phases[number]> {
  return until(what, async () => {
    const phase = (await phasesOf(id)).find(({ kind }) => kind === "rl");
    if (phase?.state === "failed") throw new Error(`the phase failed: ${phase.stateReason}`);
    return phase && fits(phase) ? phase : null;
  });
}

const ended = (id: string) => rl(id, "the end of the RL phase", ({ state }) => state === "finished");

/** Trainers that run below the worker. */
function trainers(): number[] {
  const pid = system.processes.worker?.pid;
  if (!pid) return [];
  try {
    return execFileSync("pgrep", ["-P", String(pid), "-f", "trainer-main"])
      .toString()
      .split("\n")
      .filter(Boolean)
      .map(Number);
  } catch {
    return [];
  }
}

/** All that a run left which does not say when or where: curves, episodes with their actions, weights. */
async function leftBy(db: Database, runId: string) {
  const points = await db.prisma.$queryRaw`
    SELECT DISTINCT ON (name, step) name, step, value FROM metric_points JOIN metric_series series ON series.id = series_id
    WHERE run_id = ${runId} AND name NOT LIKE 'perf/%' ORDER BY name, step, attempt DESC`;
  const episodes = await db.prisma.$queryRaw<object[]>`
    SELECT phase.kind, iteration, group_index, member, split, seed, episode.task_key, verdict, policy_version,
      (SELECT array_agg(code || '|' || outcome || '|' || coalesce(reward::text, '') ORDER BY index) FROM steps WHERE episode_id = episode.id) AS actions
    FROM episodes episode JOIN phases phase ON phase.id = phase_id WHERE episode.run_id = ${runId}
    ORDER BY phase.kind, iteration, group_index, member, split, episode.task_key, actions`;
  const groups = await db.prisma.$queryRaw`
    SELECT iteration, index, groups.state, reward_mean, reward_std, succeeded FROM groups JOIN phases ON phases.id = phase_id
    WHERE run_id = ${runId} ORDER BY iteration, index`;
  const blobs = createFilesystemBlobStore({ root: join(system.layout.controlPlane, "blobs") });
  const phases = await db.prisma.phase.findMany({ where: { runId }, orderBy: { ordinal: "asc" } });
  const learnt = [];
  for (const { checkpoint, step, episodeCount, stepCount } of phases) {
    const { arrays, header } = decodeCheckpoint(await blobs.get(checkpoint ?? ""));
    const { phaseId: _, ...same } = header;
    learnt.push({ step, episodeCount, stepCount, header: same, arrays });
  }
  return { points, episodes, groups, learnt };
}

test("a run that was paused, whose trainer, worker and control plane were killed, equals one that was let be", {
  timeout: 600_000,
}, async () => {
  const whole = await client.training.create.mutate(SPEC);
  await ended(whole.id);

  const { id } = await client.training.create.mutate(SPEC);
  const early = await rl(id, "step 3", ({ state, step }) => state === "running" && step >= 3);
  await client.training.desirePhase.mutate({ phaseId: early.id, state: "paused" });
  const paused = await rl(id, "a pause", ({ state }) => state === "paused");
  await client.training.desirePhase.mutate({ phaseId: early.id, state: "running" });
  await rl(id, "work after the pause", ({ state, step }) => state === "running" && step > paused.step);

  const [trainer] = trainers();
  if (trainer === undefined) throw new Error("no trainer runs");
  process.kill(trainer, "SIGKILL");
  const second = await rl(
    id,
    "a second attempt",
    ({ state, attempt, step }) => state === "running" && attempt === 2 && step > paused.step,
  );
  expect(second.restored).toMatchObject({
    step: paused.step,
    optimiser: true,
    reference: true,
    random: true,
  });

  system.processes.worker?.kill("SIGKILL");
  await rl(
    id,
    "a third attempt",
    ({ state, attempt, step }) => state === "running" && attempt === 3 && step > paused.step,
  );
  expect(trainers()).toHaveLength(1);

  system.processes.controlPlane.kill("SIGKILL");
  const last = await ended(id);
  expect(last.attempt).toBe(3);

  const [interrupted, uninterrupted] = [await leftBy(database.db, id), await leftBy(database.db, whole.id)];
  expect(interrupted.learnt).toEqual(uninterrupted.learnt);
  expect(interrupted.points).toEqual(uninterrupted.points);
  expect(interrupted.groups).toEqual(uninterrupted.groups);
  expect(interrupted.episodes).toEqual(uninterrupted.episodes);
});
