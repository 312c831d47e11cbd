import { expect, it } from "vitest";
import { growthFigures } from "./memory-series.ts";

it("compares the last third of a series with its first, without being moved by a peak", () => {
  const figures = growthFigures({
    flat_mib: [10, 90, 10, 11, 10, 10, 10, 10, 70],
    leak_nodes: [1, 2, 3, 4, 5, 6],
  });
  expect(figures.flat_mib_growth).toEqual({ value: 0, unit: "%", n: 9 });
  expect(figures.leak_nodes_last_third).toEqual({ value: 5, unit: "objects", n: 2 });
  expect(figures.leak_nodes_growth?.value).toBe(400);
});
