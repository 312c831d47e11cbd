import { expect, it } from "vitest";
import { meanAndError, points, stageRows } from "./comparison.logic.ts";
import type { Comparison } from "./types.ts";

it("gives no standard error for one seed", () => {
  expect(meanAndError([0.4])).toEqual({ mean: 0.4, se: null });
  expect(meanAndError([])).toBeNull();
  expect(meanAndError([1, 3])).toEqual({ mean: 2, se: 1 });
});

it("puts the seeds of one arm and stage in one row, the trunk before its arms", () => {
  const evaluation = (ordinal: number, success: number) => ({
    afterKind: "rl" as const,
    ordinal,
    step: 10,
    bySplit: { params: { success, entropy: 1, n: 240 } },
  });
  const comparison: Comparison = {
    arms: [
      { branchId: "br_2", done: true, arm: "continued", seed: 1, evaluations: [evaluation(1, 0.5)] },
      { branchId: "br_1", done: true, arm: "main", seed: 1, evaluations: [evaluation(3, 0.4)] },
      { branchId: "br_3", done: true, arm: "main", seed: 2, evaluations: [evaluation(3, 0.6)] },
    ],
    paired: [],
    evidence: "none",
    text: "",
  };
  const rows = stageRows(comparison);
  expect(rows.map(({ arm, seeds }) => [arm, seeds])).toEqual([
    ["main", 2],
    ["continued", 1],
  ]);
  expect(rows[0]?.bySplit.params?.success?.mean).toBeCloseTo(0.5);
});

it("writes differences in points with their sign, and with none where rounding leaves nothing of them", () => {
  expect([0.058, -0.012, 0, -0.0001].map(points)).toEqual(["+5.8", "−1.2", "0.0", "0.0"]);
});
