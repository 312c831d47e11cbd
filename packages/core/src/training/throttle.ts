import type { CoreContext } from "../context.ts";

const last = new WeakMap<CoreContext["db"], Map<string, number>>();
/** Keys kept before the oldest are forgotten; forgetting one costs an event too many. */
const MAX_KEYS = 1_000;

/**
 * Whether something that may be said once in a time is due to be said, and notes that it was. A process counts for
 * itself: a job reports to one control plane, and what it leaves out the next event says.
 */
export function isDue(ctx: CoreContext, key: string, intervalMs: number): boolean {
  const times = last.get(ctx.db) ?? new Map<string, number>();
  last.set(ctx.db, times);
  const now = ctx.clock().getTime();
  const before = times.get(key);
  if (before !== undefined && now >= before && now - before < intervalMs) return false;
  times.delete(key);
  times.set(key, now);
  const [oldest] = times.keys();
  if (times.size > MAX_KEYS && oldest !== undefined) times.delete(oldest);
  return true;
}
