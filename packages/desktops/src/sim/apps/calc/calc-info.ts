import { areaName, cellName } from "../../workbook/address.ts";
import type { Sheet } from "../../workbook/sheet.ts";
import type { CalcApp } from "./calc-app.ts";

const ROWS = 200;
const COLUMNS = 50;
const CELL_CHARACTERS = 200;

/** Lines: file, sheets with their used ranges, active cell, then the cells row by row; the active sheet first. */
export function calcInfo(app: CalcApp): string[] {
  const { book, path, cursor } = app;
  const active = book.sheet;
  const { sheets, rows } = contentOf(app);
  return [
    `File: ${path ?? "Untitled 1 (not saved yet)"}`,
    sheets,
    `Active cell: ${active.name}.${cellName(cursor.row, cursor.column)}`,
    ...rows,
  ];
}

interface Content {
  /** Of which state it is. */
  version: number;
  active: number;
  sheets: string;
  rows: string[];
}

const contents = new WeakMap<CalcApp, Content>();

/** The lines that only a change of the workbook changes. */
function contentOf(app: CalcApp): Content {
  const { book, version } = app;
  const before = contents.get(app);
  if (before?.version === version && before.active === book.active) return before;
  const active = book.sheet;
  const sheets = book.sheets.map((sheet) => {
    const state = sheet.used ? areaName(sheet.used) : "empty";
    return `${sheet.name} (${sheet === active ? `${state}, active` : state})`;
  });
  const rows: string[] = [];
  for (const sheet of [active, ...book.sheets.filter((one) => one !== active)]) addRows(rows, app, sheet);
  const content = { version, active: book.active, sheets: `Sheets: ${sheets.join(", ")}`, rows };
  contents.set(app, content);
  return content;
}

function addRows(lines: string[], { book }: CalcApp, sheet: Sheet): void {
  const used = sheet.used;
  if (!used) return;
  lines.push(`Sheet ${sheet.name}:`);
  const right = Math.min(used.right, COLUMNS - 1);
  const bottom = Math.min(used.bottom, ROWS - 1);
  for (let row = 0; row <= bottom; row++) {
    let line = "";
    for (let column = 0; column <= right; column++) {
      const cell = sheet.at(row, column);
      if (!cell) continue;
      const value = book.plain(sheet, row, column);
      if (value === null) continue;
      const shown = showCell(value);
      const text = cell.formula === null ? shown : `${shown} (${cell.formula.slice(0, CELL_CHARACTERS)})`;
      line += `${line === "" ? "" : " | "}${cellName(row, column)}: ${text}`;
    }
    if (line !== "") lines.push(line);
  }
  if (used.right >= COLUMNS || used.bottom >= ROWS) {
    lines.push(`(only the first ${ROWS} rows and ${COLUMNS} columns are shown)`);
  }
}

function showCell(value: string | number | boolean): string {
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  if (typeof value === "number") return String(value);
  const text = /\s\s|[^\S ]|^ | $/.test(value) ? value.split(/\s+/).filter(Boolean).join(" ") : value;
  return text.length > CELL_CHARACTERS ? `${text.slice(0, CELL_CHARACTERS)}...` : text;
}
