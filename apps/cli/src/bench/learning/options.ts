/** Goes with every figure of what was learnt here. */
export const LABEL = "simulated desktop, small policy";

export interface LearningBenchOptions {
  /** How many seeds, and the first of them. */
  seeds: number;
  firstSeed: number;
  processes: number;
  rowsFile: string | null;
  resume: boolean;
  signal: AbortSignal;
  log: (line: string) => void;
}

export function seedsOf({ seeds, firstSeed }: LearningBenchOptions): number[] {
  return Array.from({ length: seeds }, (_, index) => firstSeed + index);
}
