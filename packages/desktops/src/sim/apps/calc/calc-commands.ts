import { Dialog } from "../../core/dialog.ts";
import { badArgument, refused } from "../../core/refusal.ts";
import { TextContent, textOf } from "../../storage/file-content.ts";
import { endingOf, join, nameOf, parentOf } from "../../storage/paths.ts";
import { type Area, areaName, columnName } from "../../workbook/address.ts";
import type { CellValue } from "../../workbook/cell.ts";
import { writeCsv } from "../../workbook/csv.ts";
import { shiftFormula } from "../../workbook/references.ts";
import { Sheet } from "../../workbook/sheet.ts";
import { sortRows } from "../../workbook/sort.ts";
import type { CalcApp } from "./calc-app.ts";

const FORBIDDEN = /[[\]*?:/\\]/;
const LONGEST_NAME = 31;
const MOST_COPIED = 100_000;

export function deleteSelection(app: CalcApp): void {
  if (app.editor) app.commit();
  const { selection } = app;
  if (!app.change(() => app.book.clear(app.book.sheet, selection) > 0)) {
    throw refused(`${areaName(selection)} is empty already.`, "Select cells that hold something.");
  }
}

export function toggleBold(app: CalcApp): void {
  if (app.editor) app.commit();
  const sheet = app.book.sheet;
  const { top, left } = app.selection;
  const bold = sheet.at(top, left)?.style?.bold !== true;
  const area = sheet.clip(app.selection);
  if (!area) throw refused("The selected cells are empty.", "Select cells that hold something.");
  app.change(() => app.book.restyle(sheet, area, { bold }) > 0);
}

/** Sorts the rows by the column of the cursor; a first row of texts above numbers counts as header. */
export function sortBySelection(app: CalcApp, ascending: boolean): void {
  if (app.editor) app.commit();
  const { column } = app.cursor;
  const top = hasHeader(app) ? 1 : 0;
  if (!app.change(() => sortRows(app.book, column, { ascending, top }))) {
    throw refused(`The rows stand in that order of column ${columnName(column)} already.`);
  }
}

/** Whether row 1 holds only texts and some row below it holds a number, as tables with headers do. */
function hasHeader({ book }: CalcApp): boolean {
  const sheet = book.sheet;
  const right = sheet.used?.right ?? -1;
  let numbers = false;
  for (let column = 0; column <= right; column++) {
    const value = book.value(sheet, 0, column);
    if (value !== null && typeof value !== "string") return false;
    numbers ||= typeof book.value(sheet, 1, column) === "number";
  }
  return numbers;
}

/** Copies the selection: as text for other applications, which this one reads back as if typed. */
export function copySelection(app: CalcApp, cut: boolean): void {
  const sheet = app.book.sheet;
  const area = sheet.clip(app.selection);
  if (!area) throw refused("The selected cells are empty.", "Select cells that hold something.");
  if ((area.bottom - area.top + 1) * (area.right - area.left + 1) > MOST_COPIED)
    throw refused("The selection is too large.");
  const rows: string[] = [];
  for (let row = area.top; row <= area.bottom; row++) {
    const cells: string[] = [];
    for (let column = area.left; column <= area.right; column++)
      cells.push(app.book.shown(sheet, row, column));
    rows.push(cells.join("\t"));
  }
  app.desk.clipboard.text = rows.join("\n");
  app.desk.clipboard.files = null;
  app.copied = { text: app.desk.clipboard.text, sheet: new Sheet(sheet.name, sheet), area };
  if (cut) app.change(() => app.book.clear(sheet, area) > 0);
}

/** Pastes at the cursor: cells with their formulas when they were copied here, else text by lines and tabs. */
export function pasteClipboard(app: CalcApp): void {
  const { text } = app.desk.clipboard;
  if (text === "") throw refused("The clipboard is empty.", "Copy something first.");
  const { row, column } = app.cursor;
  const sheet = app.book.sheet;
  const { copied } = app;
  const values =
    copied?.text === text
      ? copiedCells(copied, { row, column })
      : text.split("\n").map((line) => line.split("\t"));
  const changed = app.change(() => {
    let any = false;
    values.forEach((line, down) => {
      line.forEach((value, across) => {
        if (app.book.enter(sheet, row + down, column + across, value)) any = true;
      });
    });
    return any;
  });
  if (!changed) app.desk.useless = "The cells hold that already; nothing was changed.";
}

function copiedCells(
  copied: { sheet: Sheet; area: Area },
  to: { row: number; column: number },
): CellValue[][] {
  const { area, sheet } = copied;
  const lines: CellValue[][] = [];
  for (let row = area.top; row <= area.bottom; row++) {
    const line: CellValue[] = [];
    for (let column = area.left; column <= area.right; column++) {
      const cell = sheet.at(row, column);
      const formula = cell?.formula;
      line.push(
        formula
          ? shiftFormula(formula, to.row - area.top, to.column - area.left)
          : asTyped(cell?.value ?? null),
      );
    }
    lines.push(line);
  }
  return lines;
}

/** A text that typing would take for something else keeps being text. */
function asTyped(value: CellValue): CellValue {
  return typeof value === "string" && value !== "" ? `'${value}` : value;
}

/** Writes the active sheet beside the workbook, with its name and `.csv`. Returns the path. */
export function exportCsv(app: CalcApp): string {
  if (app.editor) app.commit();
  if (app.path === null) throw refused("The workbook has no file yet.", "Save it under a name first.");
  const path = join(parentOf(app.path), `${nameOf(app.path).slice(0, -endingOf(app.path).length - 1)}.csv`);
  const text = writeCsv(app.book);
  const before = app.desk.files.content(path);
  if (before && textOf(before) === text) throw refused(`${path} holds just that already.`);
  app.desk.files.write(path, new TextContent(text));
  return path;
}

/** A name that a new or renamed sheet can have. @throws Refusal */
export function newSheetName(
  app: CalcApp,
  { argument, name, insteadOf }: { argument: string; name: string; insteadOf?: Sheet },
): string {
  const bad =
    name.length > LONGEST_NAME ||
    name.trim() === "" ||
    FORBIDDEN.test(name) ||
    name.startsWith("'") ||
    name.endsWith("'");
  if (bad)
    throw badArgument(
      argument,
      name,
      `a name of 1 to ${LONGEST_NAME} characters without [ ] * ? : / \\ and without ' at either end`,
    );
  const other = app.book.find(name);
  if (other && other !== insteadOf) {
    throw badArgument(
      argument,
      name,
      `a name no other sheet has; taken are ${app.book.sheets.map((sheet) => sheet.name).join(", ")}`,
    );
  }
  return name;
}

export function askRenameSheet(app: CalcApp): void {
  const sheet = app.book.sheet;
  app.window.dialog = new Dialog({
    title: "Rename Sheet",
    fields: [{ name: "Name", text: sheet.name }],
    buttons: [
      {
        name: "OK",
        run: ([name = ""]) => {
          if (!app.book.sheets.includes(sheet)) throw refused("The sheet is gone.");
          if (name === sheet.name) throw refused(`The sheet is called ${name} already.`);
          newSheetName(app, { argument: "Name", name, insteadOf: sheet });
          app.change(() => {
            app.book.rename(sheet, name);
            return true;
          });
        },
      },
    ],
  });
}

export function insertSheet(app: CalcApp): void {
  if (app.editor) app.commit();
  let number = app.book.sheets.length + 1;
  while (app.book.find(`Sheet${number}`)) number++;
  app.change(() => {
    app.book.sheets.push(new Sheet(`Sheet${number}`));
    app.book.active = app.book.sheets.length - 1;
    app.book.recalculate();
    return true;
  });
}
