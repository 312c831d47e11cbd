import type { BranchArm, PhaseKind } from "@deskrl/domain";
import type { Comparison } from "./types.ts";

export const SPLIT_WORDS: Record<string, string> = {
  train: "train",
  params: "held-out parameters",
  phrasing: "held-out phrasings",
  template: "held-out templates",
};

/** Mean and standard error over seeds; the error is null for one seed. */
export function meanAndError(values: readonly number[]): { mean: number; se: number | null } | null {
  if (values.length === 0) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (values.length === 1) return { mean, se: null };
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return { mean, se: Math.sqrt(variance / values.length) };
}

export interface StageRow {
  arm: BranchArm;
  afterKind: PhaseKind;
  ordinal: number;
  seeds: number;
  bySplit: Record<
    string,
    { success: ReturnType<typeof meanAndError>; entropy: ReturnType<typeof meanAndError> }
  >;
}

/** One row for each arm and evaluation in its order, over all seeds that have come so far. */
export function stageRows(comparison: Comparison): StageRow[] {
  const rows = new Map<
    string,
    StageRow & { values: Record<string, { success: number[]; entropy: number[] }> }
  >();
  for (const { arm, evaluations } of comparison.arms) {
    for (const evaluation of evaluations) {
      const key = `${arm} ${evaluation.ordinal}`;
      const row = rows.get(key) ?? {
        arm,
        afterKind: evaluation.afterKind,
        ordinal: evaluation.ordinal,
        seeds: 0,
        bySplit: {},
        values: {},
      };
      row.seeds += 1;
      for (const [split, { success, entropy }] of Object.entries(evaluation.bySplit)) {
        const values = row.values[split] ?? { success: [], entropy: [] };
        values.success.push(success);
        if (entropy !== null) values.entropy.push(entropy);
        row.values[split] = values;
      }
      rows.set(key, row);
    }
  }
  const order: BranchArm[] = ["main", "entropulse", "continued", "reset"];
  return [...rows.values()]
    .sort((a, b) => order.indexOf(a.arm) - order.indexOf(b.arm) || a.ordinal - b.ordinal)
    .map(({ values, ...row }) => ({
      ...row,
      bySplit: Object.fromEntries(
        Object.entries(values).map(([split, { success, entropy }]) => [
          split,
          { success: meanAndError(success), entropy: meanAndError(entropy) },
        ]),
      ),
    }));
}

/** Percentage points with their sign, `+5.8`; none where nothing is left of it by rounding. */
export function points(share: number): string {
  const size = Math.abs(share * 100).toFixed(1);
  return size === "0.0" ? size : `${share > 0 ? "+" : "−"}${size}`;
}
