/** Rows opened together stay within this time of each other. */
const SPREAD_MS = 1_000;

/**
 * When the `index`-th episode of those opened together was queued: one after the other, a millisecond apart, so that
 * lists and exports, which sort by time, show them in the plan's order.
 */
export function queuedAt(now: Date, index: number): Date {
  return new Date(now.getTime() + Math.min(index, SPREAD_MS - 1));
}
