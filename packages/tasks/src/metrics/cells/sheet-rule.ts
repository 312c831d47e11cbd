import { z } from "zod";
import type { SheetFacts } from "../../documents/workbook.ts";
import { CellExpectation, cellFaults, cellRule } from "./cell-rule.ts";
import { ChartRule, chartFaults } from "./chart-rule.ts";
import { cellsOf, columnLetters, contains, isRange, parseRange } from "./range.ts";

const RangeText = z.string().refine(isRange, { error: "expected a cell or a range such as B2:D9" });

/** Everything that can be asked of a sheet; what is left out does not matter. */
export const SheetRule = z.strictObject({
  /** Address → what it must be; a range asks it of each of its cells. */
  cells: z.record(RangeText, CellExpectation).default({}),
  /** Top left cell → rows of values that must stand there. */
  grid: z.record(RangeText, z.array(z.array(CellExpectation)).min(1)).default({}),
  /** The last row and column that have something in them. */
  size: z.strictObject({ rows: z.number().int(), columns: z.number().int() }).optional(),
  hidden: z.boolean().optional(),
  /** Exactly these rows are hidden, of those with something in them. */
  hidden_rows: z.array(z.number().int().positive()).optional(),
  hidden_columns: z.array(z.string()).optional(),
  /** Exactly these ranges are merged. */
  merged: z.array(RangeText).optional(),
  frozen: z.strictObject({ rows: z.number().int(), columns: z.number().int() }).optional(),
  validation: z.strictObject({ range: RangeText, values: z.array(z.string()) }).optional(),
  /** Column letter → least and greatest width in characters. */
  column_widths: z.record(z.string(), z.tuple([z.number(), z.number()])).default({}),
  /** Row → least and greatest height in points. */
  row_heights: z.record(z.string().regex(/^\d+$/), z.tuple([z.number(), z.number()])).default({}),
  chart: ChartRule.optional(),
});
export type SheetRule = z.infer<typeof SheetRule>;

function gridFaults(sheet: SheetFacts, rule: SheetRule): string[] {
  return Object.entries(rule.grid).flatMap(([corner, rows]) => {
    const { left, top } = parseRange(corner);
    return rows.flatMap((row, y) =>
      row.flatMap((expected, x) => {
        const ref = `${columnLetters(left + x)}${top + y}`;
        return cellFaults(sheet.cell(ref), cellRule(expected), `${sheet.name}!${ref}`);
      }),
    );
  });
}

function validationFaults(sheet: SheetFacts, rule: NonNullable<SheetRule["validation"]>): string[] {
  const missing = cellsOf(parseRange(rule.range)).find((ref) => {
    const one = parseRange(ref);
    return !sheet.validations.some(
      (found) =>
        found.type === "list" &&
        found.values?.join("\n") === rule.values.join("\n") &&
        found.ranges.some((range) => isRange(range) && contains(parseRange(range), one)),
    );
  });
  if (!missing) return [];
  const at = sheet.validations.find((found) =>
    found.ranges.some((range) => isRange(range) && contains(parseRange(range), parseRange(missing))),
  );
  const has = at ? `a ${at.type} of ${at.values?.join(", ") ?? "something else"}` : "no validation";
  return [`${sheet.name}!${missing} has ${has}; expected a list of ${rule.values.join(", ")}`];
}

function differs(found: readonly (string | number)[], asked: readonly (string | number)[]): boolean {
  return [...found].sort().join() !== [...asked].sort().join();
}

function layoutFaults(sheet: SheetFacts, rule: SheetRule): string[] {
  const faults: string[] = [];
  const list = (items: readonly (string | number)[]) => items.join(", ") || "none";
  const same = (what: string, found: readonly (string | number)[], asked?: readonly (string | number)[]) => {
    if (asked && differs(found, asked)) {
      faults.push(`${sheet.name} has ${what} ${list(found)}; expected ${list(asked)}`);
    }
  };
  const columns = Array.from({ length: sheet.columnCount }, (_, index) => columnLetters(index + 1));
  same("hidden rows", sheet.hiddenRows, rule.hidden_rows);
  same("hidden columns", columns.filter(sheet.columnHidden), rule.hidden_columns);
  same("merged ranges", sheet.merged, rule.merged);
  if (rule.hidden !== undefined && sheet.hidden !== rule.hidden) {
    faults.push(`sheet ${sheet.name} is ${sheet.hidden ? "hidden" : "visible"}`);
  }
  if (
    rule.frozen &&
    (sheet.frozen.rows !== rule.frozen.rows || sheet.frozen.columns !== rule.frozen.columns)
  ) {
    const text = (f: { rows: number; columns: number }) => `${f.rows} rows and ${f.columns} columns`;
    faults.push(`${sheet.name} has ${text(sheet.frozen)} frozen; expected ${text(rule.frozen)}`);
  }
  if (rule.size && (sheet.rowCount !== rule.size.rows || sheet.columnCount !== rule.size.columns)) {
    const text = (rows_: number, columns_: number) => `${rows_} rows and ${columns_} columns`;
    const found = text(sheet.rowCount, sheet.columnCount);
    faults.push(`${sheet.name} has ${found}; expected ${text(rule.size.rows, rule.size.columns)}`);
  }
  const within = (what: string, found: number | null, [least, most]: readonly [number, number]) => {
    if (found === null || found < least || found > most) {
      faults.push(`${sheet.name} ${what} is ${found ?? "the default"}; expected ${least} to ${most}`);
    }
  };
  for (const [column, limits] of Object.entries(rule.column_widths)) {
    within(`width of column ${column}`, sheet.columnWidth(column), limits);
  }
  for (const [row, limits] of Object.entries(rule.row_heights)) {
    within(`height of row ${row}`, sheet.rowHeight(Number(row)), limits);
  }
  return faults;
}

/** All that is wrong with a sheet. */
export function sheetFaults(sheet: SheetFacts, rule: SheetRule): string[] {
  const cells = Object.entries(rule.cells).flatMap(([range, expected]) =>
    cellsOf(parseRange(range)).flatMap((ref) =>
      cellFaults(sheet.cell(ref), cellRule(expected), `${sheet.name}!${ref}`),
    ),
  );
  return [
    ...cells,
    ...gridFaults(sheet, rule),
    ...layoutFaults(sheet, rule),
    ...(rule.validation ? validationFaults(sheet, rule.validation) : []),
    ...(rule.chart ? chartFaults(sheet, rule.chart) : []),
  ];
}
