import type { Database } from "@deskrl/db";
import { AppError } from "@deskrl/domain";
import type { CoreContext } from "../context.ts";
import type { KnownTask } from "./played-rows.ts";

type Tasks = ReadonlyMap<string, KnownTask>;

const caches = new WeakMap<Database, Map<string, Tasks>>();
/** Runs whose tasks are kept in memory. */
const MOST_RUNS = 64;

/**
 * Tasks of a run's suite by their key, kept in memory and read again when one is missing.
 * @throws AppError `invalid_input` when there is no such task
 */
export async function tasksOfRun(
  ctx: CoreContext,
  { runId, keys }: { runId: string; keys: Iterable<string> },
): Promise<(key: string) => KnownTask> {
  const cache = caches.get(ctx.db) ?? new Map<string, Tasks>();
  caches.set(ctx.db, cache);
  let tasks = cache.get(runId);
  const missing = () => [...keys].find((key) => !tasks?.has(key));
  if (!tasks || missing() !== undefined) tasks = await readTasks(ctx, runId);
  cache.delete(runId);
  cache.set(runId, tasks);
  const oldest = cache.keys().next().value;
  if (cache.size > MOST_RUNS && oldest !== undefined) cache.delete(oldest);
  const found = tasks;
  return (key) => {
    const task = found.get(key);
    if (task) return task;
    throw new AppError("invalid_input", `The run's suite has no task ${key}.`, {
      where: runId,
      fix: "Run the same release of DeskRL on worker and control plane: both make the tasks from a seed.",
    });
  };
}

/** Retired ones too: an earlier version of the suite may be what a run began with. */
async function readTasks(ctx: CoreContext, runId: string): Promise<Tasks> {
  const rows = await ctx.db.prisma.$queryRaw<(KnownTask & { key: string })[]>`
    SELECT task.id, task.key, task.domain
    FROM runs run
      JOIN task_suites suite ON suite.name = run.spec->>'suite'
      JOIN tasks task ON task.suite_id = suite.id
    WHERE run.id = ${runId}`;
  return new Map(rows.map(({ key, id, domain }) => [key, { id, domain }]));
}
