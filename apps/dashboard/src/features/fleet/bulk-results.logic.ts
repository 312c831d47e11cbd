import type { BulkResult } from "./use-bulk-act.ts";

export interface Tally {
  done: number;
  pending: number;
  /** Refusals with the same reason together, the most frequent first. */
  refused: { reason: string; ids: string[] }[];
}

/** What became of an act on many, short enough to be read. */
export function tally(results: readonly BulkResult[]): Tally {
  const reasons = new Map<string, string[]>();
  let done = 0;
  let pending = 0;
  for (const result of results) {
    if (result.outcome === "refused")
      reasons.set(result.reason, [...(reasons.get(result.reason) ?? []), result.id]);
    else if (result.outcome === "done") done += 1;
    else pending += 1;
  }
  const refused = [...reasons].map(([reason, ids]) => ({ reason, ids }));
  return { done, pending, refused: refused.sort((a, b) => b.ids.length - a.ids.length) };
}
