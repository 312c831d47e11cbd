import { expect, test } from "vitest";
import { adamStep, createAdamState } from "./adam.ts";
import { layoutOf } from "./network-shape.ts";
import { SparseGradient } from "./sparse-gradient.ts";

const shape = { tableBits: 2, width: 2, hidden: 1 };
const size = layoutOf(shape).total;

test("two steps move a weight as the paper's formulas say, and rows without a gradient not at all", () => {
  const weights = new Float64Array(size).fill(1);
  const state = createAdamState(size);
  const gradient = new SparseGradient(shape);
  let m = 0;
  let v = 0;
  let expected = 1;
  for (const [t, g] of [
    [1, 0.5],
    [2, -0.2],
  ] as const) {
    gradient.clear();
    gradient.addRow(1, Float64Array.of(g, 0), 0);
    adamStep(weights, gradient, state, { learningRate: 0.1 });
    m = 0.9 * m + 0.1 * g;
    v = 0.999 * v + 0.001 * g * g;
    expected -= (0.1 * (m / (1 - 0.9 ** t))) / (Math.sqrt(v / (1 - 0.999 ** t)) + 1e-8);
  }
  expect(weights[2]).toBeCloseTo(expected, 5);
  expect(weights[0]).toBe(1);
  expect(weights[4]).toBe(1);
});
