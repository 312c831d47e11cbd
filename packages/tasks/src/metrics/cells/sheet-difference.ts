import type { SheetFacts } from "../../documents/workbook.ts";
import { cellFaults, cellRule } from "./cell-rule.ts";
import { columnLetters, contains, parseRange, type Range } from "./range.ts";

/** The cells of sheets that hold something or are merged, as a range. */
export function usedRange(...sheets: SheetFacts[]): Range {
  const merged = sheets.flatMap((sheet) => sheet.merged.map(parseRange));
  return {
    left: 1,
    top: 1,
    right: Math.max(1, ...sheets.map((sheet) => sheet.columnCount), ...merged.map(({ right }) => right)),
    bottom: Math.max(1, ...sheets.map((sheet) => sheet.rowCount), ...merged.map(({ bottom }) => bottom)),
  };
}

/**
 * First and last cell of the part of a merged range that lies within another: two sheets whose merged ranges differ, differ
 * in one of these.
 */
function corners(merged: Range, within: Range): string[] {
  const left = Math.max(merged.left, within.left);
  const top = Math.max(merged.top, within.top);
  const right = Math.min(merged.right, within.right);
  const bottom = Math.min(merged.bottom, within.bottom);
  if (left > right || top > bottom) return [];
  return [`${columnLetters(left)}${top}`, `${columnLetters(right)}${bottom}`];
}

/**
 * Where the values of two sheets differ within a range. Numbers are compared as numbers. Only cells that hold something
 * in one of them are looked at: one in the last row and column of a sheet has sixteen thousand million others before it.
 */
export function valueDifferences(found: SheetFacts, asked: SheetFacts, range: Range): string[] {
  const merged = [...found.merged, ...asked.merged].flatMap((text) => corners(parseRange(text), range));
  const refs = new Set([...found.held(), ...asked.held(), ...merged]);
  return [...refs]
    .map((ref) => ({ ref, at: parseRange(ref) }))
    .filter(({ at }) => contains(range, at))
    .sort((one, other) => one.at.top - other.at.top || one.at.left - other.at.left)
    .flatMap(({ ref }) =>
      cellFaults(found.cell(ref), cellRule(asked.cell(ref).value), `${found.name}!${ref}`),
    );
}
