import { expect, it } from "vitest";
import { gridRows, moveInRows, rowOfTile, tilesOfRows } from "./grid-rows.logic.ts";

const sections = [
  { key: "a", count: 5 },
  { key: "closed", count: 0 },
  { key: "b", count: 2 },
];
const rows = gridRows(sections, { columns: 3, headers: true });

it("puts a heading before each section and begins its tiles on a new row", () => {
  expect(rows).toEqual([
    { kind: "header", section: 0 },
    { kind: "tiles", from: 0, to: 3 },
    { kind: "tiles", from: 3, to: 5 },
    { kind: "header", section: 1 },
    { kind: "header", section: 2 },
    { kind: "tiles", from: 5, to: 7 },
  ]);
  expect(tilesOfRows(rows)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(rowOfTile(rows, 6)).toBe(5);
});

it("is a plain grid without headings", () => {
  expect(gridRows([{ key: "all", count: 4 }], { columns: 3, headers: false })).toEqual([
    { kind: "tiles", from: 0, to: 3 },
    { kind: "tiles", from: 3, to: 4 },
  ]);
});

it("moves over headings and keeps the column where the row is long enough", () => {
  expect(moveInRows(rows, 1, "ArrowDown")).toBe(4);
  expect(moveInRows(rows, 2, "ArrowDown")).toBe(4);
  expect(moveInRows(rows, 4, "ArrowDown")).toBe(6);
  expect(moveInRows(rows, 5, "ArrowUp")).toBe(3);
  expect(moveInRows(rows, 4, "ArrowRight")).toBe(5);
});

it("stays at the edges, and finds its way back from a tile that is gone", () => {
  expect(moveInRows(rows, 0, "ArrowUp")).toBe(0);
  expect(moveInRows(rows, 6, "ArrowDown")).toBe(6);
  expect(moveInRows(rows, 99, "ArrowLeft")).toBe(5);
  expect([moveInRows(rows, 3, "Home"), moveInRows(rows, 3, "End")]).toEqual([0, 6]);
});
