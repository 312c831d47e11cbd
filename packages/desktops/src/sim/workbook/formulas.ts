/// <reference path="./fast-formula-parser.d.ts" />
import FormulaParser from "fast-formula-parser";
import { type Area, cellKey, MAX_ROWS } from "./address.ts";
import type { CellValue } from "./cell.ts";
import type { Sheet } from "./sheet.ts";

export interface Dependency extends Area {
  sheet: string;
}

/** Gives the value of a cell that a formula refers to. */
export type ReadCell = (sheet: string, row: number, column: number) => CellValue;

const MOST_KNOWN = 2_000;
const CYCLE = "Err:522";
const SYNTAX = "Err:509";
const known = new Map<string, readonly Dependency[]>();
const { DepParser, FormulaError } = FormulaParser;

/** Functions whose result would differ from run to run, or that reach out of the desktop. */
function unavailable(): never {
  throw FormulaError.NAME;
}

/** The library leaves out some functions that every spreadsheet has; arguments come as it passes them. */
function flat(args: readonly unknown[]): unknown[] {
  return args.flatMap((arg) => {
    const value: unknown = typeof arg === "object" && arg !== null && "value" in arg ? arg.value : arg;
    return Array.isArray(value) ? value.flat(2) : [value];
  });
}

/** The numbers of the arguments, as MIN and MAX take them: an error is passed on, nothing at all is 0. */
function numbersOf(args: readonly unknown[]): number[] {
  const values = flat(args);
  const error = values.find((value) => value instanceof FormulaError);
  if (error) throw error;
  const numbers = values.filter((value) => typeof value === "number");
  return numbers.length > 0 ? numbers : [0];
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2;
}

function asText(value: unknown): string {
  return value === null || value === undefined ? "" : String(value);
}

let read: ReadCell = () => null;
let sheetOf: (name: string) => Sheet | null = () => null;

/** One parser for all desktops: it is large, and evaluation is never interrupted. */
const parser = new FormulaParser({
  onCell: ({ sheet = "", row, col }) => checked(read(sheet, row - 1, col - 1)),
  onRange: ({ sheet = "", from, to }) => {
    const used = sheetOf(sheet)?.clip({
      top: from.row - 1,
      left: from.col - 1,
      bottom: to.row - 1,
      right: to.col - 1,
    });
    if (!used) return [[null]];
    const rows: unknown[][] = [];
    for (let row = used.top; row <= used.bottom; row++) {
      const values: unknown[] = [];
      for (let column = used.left; column <= used.right; column++)
        values.push(checked(read(sheet, row, column)));
      rows.push(values);
    }
    return rows;
  },
  functions: {
    WEBSERVICE: unavailable,
    MIN: (...args) => numbersOf(args).reduce((least, value) => Math.min(least, value), Infinity),
    MAX: (...args) => numbersOf(args).reduce((most, value) => Math.max(most, value), -Infinity),
    MEDIAN: (...args) => median(numbersOf(args)),
    COUNTA: (...args) => flat(args).filter((value) => value !== null && value !== "").length,
    COUNTBLANK: (...args) => flat(args).filter((value) => value === null || value === "").length,
    LEN: (text) => flat([text]).map(asText).join("").length,
    UPPER: (text) => flat([text]).map(asText).join("").toUpperCase(),
    RAND: unavailable,
    RANDBETWEEN: unavailable,
    NOW: unavailable,
    TODAY: unavailable,
  },
});
const dependencyParser = new DepParser({ onVariable: () => null });

function checked(value: CellValue): unknown {
  return typeof value === "string" && isErrorValue(value) ? new FormulaError(value) : value;
}

/** Whether a text is what a cell shows for a formula that failed. */
export function isErrorValue(text: string): boolean {
  return /^(#(DIV\/0!|N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!)|Err:\d{3})$/.test(text);
}

/** The cells that a formula refers to. A formula that cannot be read has none. */
export function dependenciesOf(formula: string, sheet: string): readonly Dependency[] {
  const key = `${sheet}\n${formula}`;
  const before = known.get(key);
  if (before) return before;
  const found = findDependencies(formula, sheet);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, found);
  return found;
}

function findDependencies(formula: string, sheet: string): Dependency[] {
  try {
    return dependencyParser.parse(formula.slice(1), { row: 1, col: 1, sheet }).map((reference) => {
      const from = "from" in reference ? reference.from : reference;
      const to = "to" in reference ? reference.to : reference;
      return {
        sheet: reference.sheet ?? sheet,
        top: Math.max(0, from.row - 1),
        left: from.col - 1,
        bottom: Math.min(MAX_ROWS, to.row) - 1,
        right: to.col - 1,
      };
    });
  } catch {
    return [];
  }
}

/** What a formula is worth, with the values of the cells it refers to; errors are their usual texts. */
export function evaluate(
  formula: string,
  at: { sheet: string; row: number; column: number },
  cells: { read: ReadCell; sheetOf: (name: string) => Sheet | null },
): CellValue {
  read = cells.read;
  sheetOf = cells.sheetOf;
  try {
    const result = parser.parse(formula.slice(1), { row: at.row + 1, col: at.column + 1, sheet: at.sheet });
    if (result instanceof FormulaError) return errorText(result);
    if (typeof result === "number" || typeof result === "string" || typeof result === "boolean")
      return result;
    return result === null || result === undefined ? 0 : "#VALUE!";
  } catch (error) {
    return errorText(error);
  }
}

function errorText(error: unknown): string {
  const text = error instanceof FormulaError ? error.toString() : "";
  if (isErrorValue(text)) return text;
  // Its `toString` is the code alone; what went wrong stands in the message.
  return error instanceof Error && error.message.includes("is not implemented") ? "#NAME?" : SYNTAX;
}

/** Values of the formulas of one workbook, worked out when asked for and forgotten when a cell they rest on changes. */
export class Calculator {
  readonly #sheetOf: (name: string) => Sheet | null;
  readonly #values = new Map<Sheet, Map<number, { value: CellValue; rests: readonly Dependency[] }>>();
  readonly #running = new Set<string>();

  constructor(sheetOf: (name: string) => Sheet | null) {
    this.#sheetOf = sheetOf;
  }

  value(sheet: Sheet, row: number, column: number): CellValue {
    const cell = sheet.at(row, column);
    if (!cell) return null;
    if (cell.formula === null) return cell.value;
    const key = cellKey(row, column);
    const before = this.#values.get(sheet)?.get(key);
    if (before) return before.value;
    const place = `${sheet.name}!${key}`;
    if (this.#running.has(place)) return CYCLE;
    this.#running.add(place);
    try {
      return this.#work(sheet, { key, row, column, formula: cell.formula });
    } finally {
      this.#running.delete(place);
    }
  }

  /** Forgets what rests on a cell. */
  changed(sheet: Sheet, row: number, column: number): void {
    this.#values.get(sheet)?.delete(cellKey(row, column));
    const stale: [Sheet, number][] = [];
    for (const [owner, values] of this.#values) {
      for (const [key, { rests }] of values) {
        if (
          rests.some(
            (area) => area.sheet.toLowerCase() === sheet.name.toLowerCase() && within(area, row, column),
          )
        ) {
          stale.push([owner, key]);
        }
      }
    }
    for (const [owner, key] of stale) {
      if (this.#values.get(owner)?.delete(key)) this.changed(owner, Math.floor(key / 1_024), key % 1_024);
    }
  }

  /** Forgets everything, after rows, columns or sheets were moved. */
  clear(): void {
    this.#values.clear();
  }

  #work(sheet: Sheet, at: { key: number; row: number; column: number; formula: string }): CellValue {
    const rests = dependenciesOf(at.formula, sheet.name);
    // What it rests on comes first, since the parser cannot be entered twice.
    let cyclic = false;
    for (const area of rests) {
      const owner = this.#sheetOf(area.sheet);
      const used = owner?.clip(area);
      if (!owner || !used) continue;
      for (let row = used.top; row <= used.bottom; row++) {
        for (let column = used.left; column <= used.right; column++) {
          if (this.value(owner, row, column) === CYCLE) cyclic = true;
        }
      }
    }
    const value = cyclic
      ? CYCLE
      : evaluate(
          at.formula,
          { sheet: sheet.name, row: at.row, column: at.column },
          {
            read: (name, row, column) => {
              const owner = this.#sheetOf(name);
              return owner ? this.value(owner, row, column) : "#REF!";
            },
            sheetOf: this.#sheetOf,
          },
        );
    let values = this.#values.get(sheet);
    if (!values) {
      values = new Map();
      this.#values.set(sheet, values);
    }
    values.set(at.key, { value, rests });
    return value;
  }
}

function within(area: Area, row: number, column: number): boolean {
  return row >= area.top && row <= area.bottom && column >= area.left && column <= area.right;
}
