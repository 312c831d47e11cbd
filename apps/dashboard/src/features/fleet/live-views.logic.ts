/**
 * Live views that a page holds at a time. Each is a connection and a decoder that draws at full size; a wall of them would
 * stop a browser. The rest stay pictures, one a second.
 */
export const LIVE_BUDGET = 6;

/** Opens a live view, or ends it. Past the budget the one that was opened first becomes a picture again. */
export function toggleLive(
  live: readonly string[],
  id: string,
  budget = LIVE_BUDGET,
): { live: string[]; ended: string | null } {
  if (live.includes(id)) return { live: live.filter((each) => each !== id), ended: null };
  const next = [...live.filter((each) => each !== id), id];
  const ended = next.length > budget ? (next[0] ?? null) : null;
  return { live: next.slice(-budget), ended };
}

/** Those of an address that are opened: an address can name more than the budget, or the same one twice. */
export function withinBudget(live: readonly string[], budget = LIVE_BUDGET): string[] {
  return [...new Set(live)].slice(0, budget);
}
