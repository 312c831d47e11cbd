import type { CellValue } from "./cell.ts";
import type { Workbook } from "./workbook.ts";

/** Numbers before texts before truth values; empty cells last, whichever way it goes. */
function rank(value: CellValue): number {
  if (value === null) return 3;
  return typeof value === "number" ? 0 : typeof value === "string" ? 1 : 2;
}

function compare(a: CellValue, b: CellValue): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "string" && typeof b === "string") {
    const [x, y] = [a.toLowerCase(), b.toLowerCase()];
    return x < y ? -1 : x > y ? 1 : a < b ? -1 : a > b ? 1 : 0;
  }
  return rank(a) - rank(b);
}

/** Sorts whole rows of the active sheet by a column. False when they stood so already. */
export function sortRows(
  book: Workbook,
  column: number,
  { ascending, top }: { ascending: boolean; top: number },
): boolean {
  const sheet = book.sheet;
  const bottom = sheet.used?.bottom ?? -1;
  const rows = Array.from({ length: Math.max(0, bottom - top + 1) }, (_, index) => top + index);
  const keys = new Map(rows.map((row) => [row, book.value(sheet, row, column)]));
  const order = rows.toSorted((one, two) => {
    const a = keys.get(one) ?? null;
    const b = keys.get(two) ?? null;
    if (a === null || b === null) return rank(a) - rank(b);
    return ascending ? compare(a, b) : compare(b, a);
  });
  if (order.every((row, index) => row === rows[index])) return false;
  book.reorderRows(sheet, top, order);
  return true;
}
