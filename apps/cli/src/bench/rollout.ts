import { rm } from "node:fs/promises";
import { createDatabase, type Database } from "@deskrl/db";
import { type BenchReport, figure, machineFacts } from "@deskrl/desktops/bench";
import { AppError, type PhaseKind } from "@deskrl/domain";
import { createClient } from "../client.ts";
import { scratchDataDir } from "../system/scratch-data-dir.ts";
import { startSystem } from "../system/start-system.ts";

/** Episodes with fewer steps are not counted. */
const MIN_STEPS = 8;
const SEEDS = [1, 2];
/**
 * Hardly taught and stopped after 12 steps, so that about four of five episodes take 8 to 12: one that was taught well ends most
 * tasks sooner. First rollouts alone, then rollouts with learning.
 */
const SETTINGS = {
  bc: { demonstrations: 3, epochs: 1 },
  eval: { tasksPerSplit: 1_000, maxSteps: 12 },
  rl: { updates: 20, evaluateEvery: 0, maxSteps: 12 },
};
const SUITE = { seed: 1, trainTasks: 1_000, heldOutTasks: 1_000 };
const LIMIT_MS = 30 * 60_000;

interface Measured {
  episodes: number;
  steps: number;
  /** Episodes that were too short to count. */
  short: number;
  seconds: number;
}

/** From the first trainer's readiness to the last one's end, over the first phase of a kind in each branch. */
async function measure(
  db: Database,
  runId: string,
  kind: PhaseKind,
  ordinal: number,
): Promise<Measured | null> {
  const [row] = await db.prisma.$queryRaw<(Measured & { open: number })[]>`
    WITH phase AS (SELECT * FROM phases WHERE run_id = ${runId} AND kind = ${kind} AND ordinal = ${ordinal}::int)
    SELECT
      (SELECT count(*) FROM phase WHERE finished_at IS NULL)::int + ${SEEDS.length}::int
        - (SELECT count(*) FROM phase)::int AS open,
      (SELECT extract(epoch FROM max(finished_at) - min(started_at)) FROM phase)::float8 AS seconds,
      count(*) FILTER (WHERE step_count >= ${MIN_STEPS}::int)::int AS episodes,
      count(*) FILTER (WHERE step_count < ${MIN_STEPS}::int)::int AS short,
      coalesce(sum(step_count) FILTER (WHERE step_count >= ${MIN_STEPS}::int), 0)::int AS steps
    FROM episodes WHERE phase_id IN (SELECT id FROM phase)`;
  return row && row.open === 0 ? row : null;
}

async function measureWhenOver(
  db: Database,
  options: { runId: string; kind: PhaseKind; ordinal: number; signal: AbortSignal },
): Promise<Measured> {
  const { runId, kind, ordinal, signal } = options;
  const deadline = Date.now() + LIMIT_MS;
  for (;;) {
    signal.throwIfAborted();
    const measured = await measure(db, runId, kind, ordinal);
    if (measured) return measured;
    const failed = await db.prisma.phase.findFirst({ where: { runId, state: "failed" } });
    if (failed || Date.now() > deadline)
      throw new AppError("internal", failed?.stateReason ?? "The rollouts did not end within half an hour", {
        where: "bench rollout",
      });
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/**
 * Simulated trajectories a minute through the whole system: two trainers on this machine play them, the worker reports
 * them, and every step is a row in PostgreSQL. Episodes of less than eight steps are played and stored but not counted. First rollouts alone, then with the updates of RL between them.
 */
export async function benchRollout(options: {
  log: (line: string) => void;
  signal: AbortSignal;
}): Promise<BenchReport> {
  const { log, signal } = options;
  const machine = machineFacts();
  const dataDir = await scratchDataDir("rollout");
  const system = await startSystem({
    ...{ dataDir, port: 0, desktops: 0, provider: "sim", trainers: 2, dashboard: false },
  });
  const db = createDatabase({ url: system.databaseUrl });
  try {
    const client = createClient({ url: system.url, token: system.operatorToken });
    const run = await client.training.create.mutate({
      ...{ plan: "automatic", seeds: SEEDS, settings: SETTINGS, suite: SUITE },
    });
    const look = (kind: PhaseKind, ordinal: number) =>
      measureWhenOver(db, { runId: run.id, kind, ordinal, signal });
    log(`rollouts of ${SEEDS.length} policies at a time`);
    const rollouts = await look("eval", 1);
    log(`  ${perMinute(rollouts).toFixed(0)} trajectories a minute; now with learning`);
    const learning = await look("rl", 2);
    await client.run.stop.mutate({ id: run.id });
    return {
      bench: "rollout",
      machine,
      figures: {
        trajectories_per_minute: figure(perMinute(rollouts), "a minute", rollouts.episodes),
        recorded_steps_per_second: figure(rollouts.steps / rollouts.seconds, "a second", rollouts.steps),
        trajectories_per_minute_while_learning: figure(perMinute(learning), "a minute", learning.episodes),
        too_short_to_count: figure(rollouts.short, "trajectories", rollouts.episodes + rollouts.short),
        steps_per_trajectory: figure(rollouts.steps / rollouts.episodes, "steps", rollouts.episodes),
      },
    };
  } finally {
    await db.close();
    await system.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function perMinute({ episodes, seconds }: Measured): number {
  return (60 * episodes) / seconds;
}
