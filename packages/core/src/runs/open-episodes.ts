import { type RunRow, specFromRow, type Transaction } from "@deskrl/db";
import type { CoreContext } from "../context.ts";
import { queuedAt } from "./queued-at.ts";

/** Version of the built-in policies: they are code, so it changes with the code that decides. */
export const BUILT_IN_POLICY_VERSION = "1";
/** Queued rows kept ahead of the desktops; a run of a million episodes is not a million rows on its first day. */
const MIN_AHEAD = 200;
/** Opened in one turn at most, which is one transaction; the next turn opens more. */
const MAX_AHEAD = 2_000;

interface TaskLimits {
  id: string;
  key: string;
  domain: string;
  maxSteps: number | null;
}

async function readTasks(tx: Transaction, ids: readonly string[]): Promise<Map<string, TaskLimits>> {
  const rows = await tx.$queryRaw<TaskLimits[]>`
    SELECT id, key, domain, (definition->>'max_steps')::int AS "maxSteps"
    FROM tasks WHERE id = ANY(${[...new Set(ids)]})`;
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Opens positions in the plan's order until enough are queued. The unique key on run, position and attempt makes it
 * harmless to do twice.
 * @returns whether every planned position is open now
 */
export async function openEpisodes(
  ctx: CoreContext,
  tx: Transaction,
  { run, now }: { run: RunRow; now: Date },
): Promise<{ allOpen: boolean; opened: number }> {
  const spec = specFromRow(run);
  const [{ next = 0, queued = 0 } = {}] = await tx.$queryRaw<{ next: number; queued: number }[]>`
    SELECT
      (SELECT coalesce(max(position) + 1, 0)::int FROM episodes WHERE run_id = ${run.id}) AS next,
      (SELECT count(*)::int FROM episodes WHERE run_id = ${run.id} AND state = 'queued') AS queued`;
  const ahead = Math.min(MAX_AHEAD, Math.max(MIN_AHEAD, 4 * spec.desktops));
  const count = queued * 2 > ahead ? 0 : Math.min(ahead - queued, spec.episodes - next);
  const allOpen = next + Math.max(0, count) >= spec.episodes;
  if (count <= 0) return { allOpen, opened: 0 };
  const positions = Array.from({ length: count }, (_, index) => next + index);
  const taskAt = (position: number) => run.taskIds[position % run.taskIds.length] ?? "";
  const tasks = await readTasks(tx, positions.map(taskAt));
  await tx.episode.createMany({
    skipDuplicates: true,
    data: positions.flatMap((position, index) => {
      const task = tasks.get(taskAt(position));
      if (!task) return [];
      return {
        id: ctx.newId("episode"),
        runId: run.id,
        taskId: task.id,
        position,
        attempt: 1,
        state: "queued",
        policy: spec.policy,
        policyVersion: BUILT_IN_POLICY_VERSION,
        taskKey: task.key,
        domain: task.domain,
        maxSteps: Math.min(spec.maxSteps, task.maxSteps ?? spec.maxSteps),
        queuedAt: queuedAt(now, index),
      };
    }),
  });
  return { allOpen, opened: count };
}
