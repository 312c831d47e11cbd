import { z } from "zod";
import { readWorkbook, type SheetFacts, type WorkbookFacts } from "../../documents/workbook.ts";
import { metricType, scoreOf } from "../metric-type.ts";
import { readReference } from "../reference.ts";
import { CellRule, cellFaults } from "./cell-rule.ts";
import { parseRange } from "./range.ts";
import { usedRange, valueDifferences } from "./sheet-difference.ts";

/** A sheet as OSWorld names it: by index, or as text whose first letters say which file it is in. */
const SheetIndex = z.union([z.number().int().nonnegative(), z.string().min(1)]);
type SheetIndex = z.infer<typeof SheetIndex>;

const pair = { sheet_idx0: SheetIndex, sheet_idx1: SheetIndex };
const Rule = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("sheet_name") }),
  z.looseObject({ type: z.literal("sheet_data"), ...pair, precision: z.number().int().default(4) }),
  z.looseObject({ type: z.literal("freeze"), ...pair }),
  z.looseObject({
    type: z.literal("row_props"),
    ...pair,
    props: z.array(z.literal("hidden")).min(1),
  }),
  z.looseObject({
    type: z.literal("check_cell"),
    sheet_idx: SheetIndex,
    coordinate: z.string(),
    props: z.record(z.literal("value"), z.strictObject({ method: z.literal("eq"), ref: z.json() })),
  }),
]);
type Rule = z.infer<typeof Rule>;

interface Pair {
  result: WorkbookFacts;
  expected: WorkbookFacts;
}

/** OSWorld's naming: a number or `RN0` is in the result, `EI0` and `EN<name>` are in the expected file. */
function sheetOf(index: SheetIndex, { result, expected }: Pair): SheetFacts | string {
  if (typeof index === "number") return result.sheets[index] ?? `there is no sheet number ${index + 1}`;
  const book = index.startsWith("E") ? expected : result;
  const key = index.slice(2);
  const byNumber = index[1] === "I" || (index[1] === "N" && book.sheets.every((sheet) => sheet.name !== key));
  const sheet = byNumber ? book.sheets[Number(key)] : book.sheets.find((one) => one.name === key);
  return sheet ?? `there is no sheet ${key} in ${book.path}`;
}

function pairFaults(rule: Extract<Rule, { sheet_idx0: SheetIndex }>, books: Pair): string[] {
  const found = sheetOf(rule.sheet_idx0, books);
  const asked = sheetOf(rule.sheet_idx1, books);
  if (typeof found === "string") return [found];
  if (typeof asked === "string") throw new Error(`the task's own file: ${asked}`);
  if (rule.type === "sheet_data") return valueDifferences(found, asked, usedRange(found, asked));
  if (rule.type === "freeze") {
    const text = ({ rows, columns }: SheetFacts["frozen"]) => `${rows} rows and ${columns} columns`;
    if (text(found.frozen) === text(asked.frozen)) return [];
    return [`${found.name} has ${text(found.frozen)} frozen; expected ${text(asked.frozen)}`];
  }
  const last = usedRange(found, asked).bottom;
  const hidden = (sheet: SheetFacts) => new Set(sheet.hiddenRows.filter((row) => row <= last));
  const [hiddenFound, hiddenAsked] = [hidden(found), hidden(asked)];
  return [...new Set([...hiddenFound, ...hiddenAsked])]
    .filter((row) => hiddenFound.has(row) !== hiddenAsked.has(row))
    .sort((one, other) => one - other)
    .map((row) => `row ${row} of ${found.name} is ${hiddenFound.has(row) ? "hidden" : "visible"}`);
}

function ruleFaults(rule: Rule, books: Pair): string[] {
  if (rule.type === "sheet_name") {
    const names = (book: WorkbookFacts) => book.sheets.map((sheet) => sheet.name).join(", ");
    const [found, asked] = [names(books.result), names(books.expected)];
    return found === asked ? [] : [`the sheets are ${found}; expected ${asked}`];
  }
  if (rule.type !== "check_cell") return pairFaults(rule, books);
  const sheet = sheetOf(rule.sheet_idx, books);
  if (typeof sheet === "string") return [sheet];
  parseRange(rule.coordinate);
  const asked = CellRule.parse({ value: rule.props.value?.ref });
  return cellFaults(sheet.cell(rule.coordinate), asked, `${sheet.name}!${rule.coordinate}`);
}

/** OSWorld's comparison of two spreadsheets, with its rules on names, data, frozen panes, hidden rows and single cells. */
export const compareTable = metricType({
  accepts: ["file"],
  expects: "file",
  options: z.looseObject({ rules: z.array(Rule).min(1) }),
  async judge({ result, expected, options }) {
    const books: Pair = {
      result: await readWorkbook(result.bytes, result.path),
      expected: await readReference(() => readWorkbook(expected.bytes, expected.path)),
    };
    const faults = options.rules.flatMap((rule) => ruleFaults(rule, books));
    return scoreOf(faults, `${result.path} agrees with the expected table`);
  },
});
