import { expect, it } from "vitest";
import { gridLayout, indexesOfRows, moveInGrid } from "./virtual-grid.logic.ts";

it("fills the row with as many tiles as fit", () => {
  const layout = gridLayout({ width: 1000, count: 10, minTileWidth: 240, gap: 8, heightFor: (w) => w });
  expect(layout).toMatchObject({ columns: 4, rows: 3, tileWidth: 244 });
});

it("keeps one column on a screen narrower than a tile", () => {
  const layout = gridLayout({ width: 200, count: 3, minTileWidth: 240, gap: 8, heightFor: (w) => w });
  expect(layout).toMatchObject({ columns: 1, rows: 3, tileWidth: 200 });
});

it("names the tiles of the visible rows, without ones that do not exist", () => {
  expect(indexesOfRows([1, 2], 4, 10)).toEqual([4, 5, 6, 7, 8, 9]);
});

it("moves by the grid pattern and stays put at the edges", () => {
  expect(moveInGrid(5, "ArrowDown", 4, 10)).toBe(9);
  expect(moveInGrid(7, "ArrowDown", 4, 10)).toBe(7);
  expect(moveInGrid(0, "ArrowLeft", 4, 10)).toBe(0);
  expect(moveInGrid(3, "End", 4, 10)).toBe(9);
  expect(moveInGrid(9, "Home", 4, 10)).toBe(0);
});
