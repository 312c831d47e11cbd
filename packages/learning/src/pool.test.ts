import { expect, test } from "vitest";
import { selectFromPool, stratified } from "./pool.ts";
import { Random } from "./random.ts";

const pool = Array.from({ length: 600 }, (_, index) => ({
  taskKey: `task ${index % 3}`,
  policyVersion: Math.floor(index / 6),
}));
const select = (seed: number, perTask: number, fromVersion = 0) =>
  selectFromPool(pool, { perTask, window: { fromVersion }, random: Random.fromSeed(seed) });

test("of each task at most K successes are drawn, none twice", () => {
  const selected = select(1, 16);
  expect(selected).toHaveLength(48);
  expect(new Set(selected).size).toBe(48);
  expect(select(1, 1_000)).toHaveLength(600);
});

test("they come uniformly from all policy versions", () => {
  const versions = Array.from({ length: 60 }, (_, seed) => select(seed, 16)).flat();
  const mean = versions.reduce((sum, { policyVersion }) => sum + policyVersion, 0) / versions.length;
  // 2,880 draws from 0 … 99: the mean is 49.5, its standard error 0.54.
  expect(mean).toBeGreaterThan(47);
  expect(mean).toBeLessThan(52);
});

test("a window leaves earlier versions out, and the same seed draws the same", () => {
  expect(select(1, 16, 90).every(({ policyVersion }) => policyVersion >= 90)).toBe(true);
  expect(select(7, 5)).toEqual(select(7, 5));
  expect(select(7, 5)).not.toEqual(select(8, 5));
});

test("strata are met in turn", () => {
  expect(stratified([["a", "b", "c"], ["d"], ["e", "f"]])).toEqual(["a", "d", "e", "b", "f", "c"]);
});
