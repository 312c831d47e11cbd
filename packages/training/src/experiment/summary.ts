import { SPLITS, type Split } from "../types.ts";
import type { SeedRow } from "./run-seed.ts";

/** A mean over seeds with its standard error. */
export interface MeanOfSeeds {
  mean: number;
  /** Standard deviation of the seeds over √n; null with one seed, which is not evidence. */
  standardError: number | null;
  n: number;
}

/** A difference within each seed. */
export interface PairedDifference extends MeanOfSeeds {
  /** Seeds in which it is above 0. */
  won: number;
}

export function meanOf(values: readonly number[]): MeanOfSeeds {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  if (n < 2) return { mean, standardError: null, n };
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
  return { mean, standardError: Math.sqrt(variance / n), n };
}

/** Success of a stage on a split, in percent, by seed. */
export function successOf(rows: readonly SeedRow[], stage: string, split: Split): number[] {
  return rows.map(({ stages }) => 100 * figureOf(stages, stage, `evaluation/success_${split}`));
}

/** Entropy of a stage on a split, nats, by seed. */
export function entropyOf(rows: readonly SeedRow[], stage: string, split: Split): number[] {
  return rows.map(({ stages }) => figureOf(stages, stage, `evaluation/entropy_${split}`));
}

/** Points that one stage is above another, paired by seed. */
export function pairedDifference(
  rows: readonly SeedRow[],
  { stage, against, split }: { stage: string; against: string; split: Split },
): PairedDifference {
  const others = successOf(rows, against, split);
  const differences = successOf(rows, stage, split).map((value, index) => value - (others[index] ?? 0));
  return { ...meanOf(differences), won: differences.filter((difference) => difference > 0).length };
}

/** Mean of the differences on the three held-out splits, paired by seed. */
export function heldOutDifference(
  rows: readonly SeedRow[],
  stage: string,
  against: string,
): PairedDifference {
  const splits = SPLITS.filter((split) => split !== "train");
  const differences = rows.map((row) => {
    const all = splits.map((split) => pairedDifference([row], { stage, against, split }).mean);
    return all.reduce((sum, value) => sum + value, 0) / all.length;
  });
  return { ...meanOf(differences), won: differences.filter((difference) => difference > 0).length };
}

function figureOf(stages: SeedRow["stages"], stage: string, name: string): number {
  const value = stages[stage]?.[name];
  if (value === undefined) throw new Error(`stage ${stage} has no ${name}`);
  return value;
}
