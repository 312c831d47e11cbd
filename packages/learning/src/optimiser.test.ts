import { expect, test } from "vitest";
import { createAdamState } from "./adam.ts";
import { weightCount } from "./network-shape.ts";
import { stepDown } from "./optimiser.ts";
import { Random } from "./random.ts";
import { ScoreNetwork } from "./score-network.ts";
import { SparseGradient } from "./sparse-gradient.ts";

const shape = { tableBits: 2, width: 2, hidden: 1 };
const rates = { learningRate: 0.1, gradNorm: 1 };

function parts() {
  const network = ScoreNetwork.create(shape, Random.fromSeed(1), "f64");
  return { network, adam: createAdamState(weightCount(shape)), gradient: new SparseGradient(shape) };
}

test("a gradient longer than the limit counts as one of that length, and the norm before is told", () => {
  const long = parts();
  long.gradient.addRow(0, Float64Array.of(30, 40), 0);
  expect(stepDown(long, { ...rates, loss: 1 })).toBeCloseTo(50, 12);
  const short = parts();
  short.gradient.addRow(0, Float64Array.of(0.6, 0.8), 0);
  expect(stepDown(short, { ...rates, loss: 1 })).toBeCloseTo(1, 12);
  expect(long.adam.m).toEqual(short.adam.m);
  expect(long.network.weights).toEqual(short.network.weights);
});

test.each([
  ["loss", Number.NaN, 1],
  ["gradient", 1, Number.POSITIVE_INFINITY],
])("a %s that is not finite changes nothing and leaves no gradient behind", (_what, loss, component) => {
  const optimiser = parts();
  const before = optimiser.network.weights.slice();
  optimiser.gradient.addRow(0, Float64Array.of(component, 0), 0);
  expect(() => stepDown(optimiser, { ...rates, loss })).toThrow(
    expect.objectContaining({ code: "trainer_diverged" }),
  );
  expect(optimiser.network.weights).toEqual(before);
  expect(optimiser.adam.step).toBe(0);
  expect(optimiser.gradient.norm()).toBe(0);
});
