import type { SheetFacts } from "../../documents/workbook.ts";
import { cellFaults, cellRule } from "./cell-rule.ts";
import { cellsOf, type Range } from "./range.ts";

/** The cells of a sheet that hold something, as a range. */
export function usedRange(...sheets: SheetFacts[]): Range {
  return {
    left: 1,
    top: 1,
    right: Math.max(1, ...sheets.map((sheet) => sheet.columnCount)),
    bottom: Math.max(1, ...sheets.map((sheet) => sheet.rowCount)),
  };
}

/** Where the values of two sheets differ within a range. Numbers are compared as numbers. */
export function valueDifferences(found: SheetFacts, asked: SheetFacts, range: Range): string[] {
  return cellsOf(range).flatMap((ref) =>
    cellFaults(found.cell(ref), cellRule(asked.cell(ref).value), `${found.name}!${ref}`),
  );
}
