import { expect, test } from "vitest";
import { sameFormula } from "./formula.ts";
import { formatKind } from "./number-format.ts";
import { cellsOf, columnLetters, columnNumber, parseRange } from "./range.ts";

test.each([
  ["General", "general", 0],
  ["0.0%", "percent", 1],
  ["#,##0.00", "number", 2],
  ["[$$-409]#,##0.00;-[$$-409]#,##0.00", "currency", 2],
  ['#,##0.00 "€"', "currency", 2],
  ["#,##0.00\\ [$€-407]", "currency", 2],
  ["yyyy\\-mm\\-dd", "date", 0],
  ["hh:mm:ss", "time", 0],
  ["0.00E+00", "scientific", 2],
  ["@", "text", 0],
])("format %s is %s with %i decimals", (code, kind, decimals) => {
  expect(formatKind(code)).toMatchObject({ kind, decimals });
});

test("formulas that say the same are the same", () => {
  expect(sameFormula('=IF(B2>=50, "Pass" ,"Fail")', '=if($B$2>=50,"Pass","Fail")')).toBe(true);
  expect(sameFormula('=IF(A1,"a b","c")', '=IF(A1,"ab","c")')).toBe(false);
  expect(sameFormula("=_xlfn.CONCAT(A1:A2)", "=CONCAT(A1:A2)")).toBe(true);
});

test("columns and ranges", () => {
  expect([columnNumber("A"), columnNumber("Z"), columnNumber("AA"), columnNumber("XFD")]).toEqual([
    1, 26, 27, 16384,
  ]);
  expect([1, 26, 27, 703].map(columnLetters)).toEqual(["A", "Z", "AA", "AAA"]);
  expect(cellsOf(parseRange("$B$2:A1"))).toEqual(["A1", "B1", "A2", "B2"]);
  expect(() => parseRange("B")).toThrow("not a cell range");
});
