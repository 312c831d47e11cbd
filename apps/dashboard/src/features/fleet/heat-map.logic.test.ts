import { expect, it } from "vitest";
import { cellAt, hitMap, mapLayout, rowsBetween } from "./heat-map.logic.ts";

const one = (count: number) => [{ key: "all", count }];

it("makes cells as large as all of them fit, and lets a fleet scroll rather than vanish", () => {
  const few = mapLayout({ width: 1_200, height: 700, sections: one(40), headers: false });
  const many = mapLayout({ width: 1_200, height: 700, sections: one(5_000), headers: false });
  const narrow = mapLayout({ width: 420, height: 500, sections: one(5_000), headers: false });
  expect(few.cell).toBe(26);
  expect(many.cell).toBeLessThan(few.cell);
  expect(many.height).toBeLessThanOrEqual(700);
  expect(narrow.cell).toBe(9);
  expect(narrow.height).toBeGreaterThan(500);
});

it("finds the cell under the pointer, and the pointer's place of a cell, wherever it is", () => {
  const sections = [
    { key: "a", count: 130 },
    { key: "b", count: 70 },
  ];
  const layout = mapLayout({ width: 500, height: 300, sections, headers: true });
  for (let tile = 0; tile < 200; tile += 1) {
    const cell = cellAt(layout, tile);
    expect(cell).not.toBeNull();
    if (cell) expect(hitMap(layout, { x: cell.x + 1, y: cell.y + 1 })).toEqual({ tile });
  }
  expect(hitMap(layout, { x: 100, y: (layout.tops[0] ?? 0) + 4 })).toEqual({ section: 0 });
  expect(hitMap(layout, { x: 490, y: layout.height - 14 })).toBeNull();
  expect(cellAt(layout, 200)).toBeNull();
});

it("draws only the rows that show", () => {
  const layout = mapLayout({ width: 420, height: 300, sections: one(5_000), headers: false });
  const [first, end] = rowsBetween(layout, 1_000, 1_300);
  expect((layout.tops[first] ?? 0) + layout.pitch).toBeGreaterThan(1_000);
  expect(end - first).toBeLessThan(40);
  expect(rowsBetween(layout, 0, 1e9)).toEqual([0, layout.rows.length]);
});
