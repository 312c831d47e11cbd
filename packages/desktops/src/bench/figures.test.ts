import { expect, test } from "vitest";
import { percentile } from "./figures.ts";

test("percentiles are samples that occurred, by nearest rank", () => {
  const samples = [9, 1, 5, 3, 7];
  expect(percentile(samples, 0.5)).toBe(5);
  expect(percentile(samples, 0.95)).toBe(9);
  expect(percentile(samples, 0.2)).toBe(1);
  expect(percentile([], 0.5)).toBeNaN();
});
