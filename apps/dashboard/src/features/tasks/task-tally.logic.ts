import type { Verdict } from "@deskrl/domain";

/** How often a task was tried and what came of it. */
export interface Tally {
  succeeded: number;
  failed: number;
  invalid: number;
}

type Counted = readonly { value: string; count: number }[];

/** Joins the counts of the three verdicts, each counted by the server over all episodes, into one tally a task. */
export function tallies(counts: Record<Verdict, Counted | undefined>): Map<string, Tally> {
  const result = new Map<string, Tally>();
  for (const verdict of ["succeeded", "failed", "invalid"] as const) {
    for (const { value, count } of counts[verdict] ?? []) {
      const tally = result.get(value) ?? { succeeded: 0, failed: 0, invalid: 0 };
      tally[verdict] += count;
      result.set(value, tally);
    }
  }
  return result;
}

export const EMPTY_TALLY: Tally = { succeeded: 0, failed: 0, invalid: 0 };

/** Share of judged attempts that succeeded; invalid ones say nothing about the policy, so they do not count. */
export function successShare({ succeeded, failed }: Tally): number | null {
  return succeeded + failed === 0 ? null : succeeded / (succeeded + failed);
}
