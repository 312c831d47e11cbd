import type { AccessibilityRow } from "@deskrl/domain";
import { expect, test } from "vitest";
import { tidyRows } from "./tidy-rows.ts";

const row = (role: string, name: string, x: number, y: number, width = 80): AccessibilityRow => ({
  role,
  name,
  text: role === "table-cell" ? name : "",
  x,
  y,
  width,
  height: 20,
});

const list = [
  row("menu", "File", 277, 122),
  row("table-cell", "Desktop", 346, 242),
  row("table-column-header", "Name", 543, 188, 250),
  row("table-column-header", "Description", 751, 188, 160),
  row("table-column-header", "Size", 866, 188, 70),
  row("table-cell", "Archive", 555, 209, 220),
  row("table-cell", "folder", 751, 209, 160),
  row("table-cell", "amber.txt", 555, 231, 220),
  row("table-cell", "plain text document", 751, 231, 160),
  row("table-cell", "4.7 KiB", 866, 231, 70),
];

test("a list of files is one icon for each, with its size", () => {
  expect(tidyRows(list).map(({ role, name, text, y }) => [role, name, text, y])).toEqual([
    ["menu", "File", "", 122],
    ["tree-item", "Desktop", "", 242],
    ["icon", "Archive", "folder", 209],
    ["icon", "amber.txt", "4.7 KiB", 231],
  ]);
});

test("a menu bar that is announced twice is there once; cells of a sheet stay as they are", () => {
  const rows = [row("menu", "File", 17, 31), row("menu", "File", 15, 52), row("table-cell", "A1", 67, 188)];
  expect(tidyRows(rows)).toEqual([rows[0], rows[2]]);
});
