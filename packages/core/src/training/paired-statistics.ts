export interface PairedDifference {
  /** Of a minus b, over seeds. */
  mean: number;
  /** Standard error of the mean; null with fewer than two seeds. */
  se: number | null;
  /** Seeds in which a is above b. */
  wins: number;
  seeds: number;
}

/** Mean difference within pairs, with its standard error. @returns null without pairs */
export function pairedDifference(pairs: readonly { a: number; b: number }[]): PairedDifference | null {
  const seeds = pairs.length;
  if (seeds === 0) return null;
  const differences = pairs.map(({ a, b }) => a - b);
  const mean = differences.reduce((sum, one) => sum + one, 0) / seeds;
  const squares = differences.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const se = seeds < 2 ? null : Math.sqrt(squares / (seeds - 1) / seeds);
  return { mean, se, wins: differences.filter((one) => one > 0).length, seeds };
}

/** A difference is called a gain when it is more than this many standard errors above zero. */
const STANDARD_ERRORS = 2;

export function isGain({ mean, se }: PairedDifference): boolean {
  return se !== null && mean > STANDARD_ERRORS * se && mean > 0;
}
