import type { CalcApp } from "../apps/calc/calc-app.ts";
import { exportCsv, newSheetName } from "../apps/calc/calc-commands.ts";
import { refused } from "../core/refusal.ts";
import { nameOf } from "../storage/paths.ts";
import { areaName, cellName } from "../workbook/address.ts";
import { Sheet } from "../workbook/sheet.ts";
import { findSheet, unchanged } from "./calc-places.ts";
import type { CalcTool } from "./calc-tools.ts";
import { optionalText, text } from "./checked.ts";

const ANSWER_CHARACTERS = 1_900;
const LONGEST_NAME = 31;

export const CALC_SHEET_TOOLS: Readonly<Record<string, CalcTool>> = {
  get_workbook_info: workbookInfo,
  save(app) {
    if (app.path === null) {
      throw refused(
        "The document has no file yet, so it cannot be saved in place.",
        "Save it under a name first: press ctrl+shift+s and type the path.",
      );
    }
    app.save();
    return `Saved ${app.path}.`;
  },
  export_to_csv: (app) => `Exported sheet '${app.book.sheet.name}' to ${exportCsv(app)}.`,
  switch_active_sheet(app, args) {
    const name = text(args.sheet_name);
    const found = app.book.find(name);
    if (found === app.book.sheet) throw unchanged(`The sheet '${found.name}' is active already`);
    if (found) {
      app.activate(app.book.sheets.indexOf(found));
      return `Switched to sheet '${found.name}'.`;
    }
    newSheetName(app, { argument: "sheet_name", name });
    app.change(() => {
      app.book.sheets.push(new Sheet(name));
      app.book.recalculate();
      return true;
    });
    app.activate(app.book.sheets.length - 1);
    return `There was no sheet '${name}'; made it and switched to it.`;
  },
  rename_sheet(app, args) {
    const sheet = findSheet(app, "old_name", text(args.old_name));
    const present = sheet.name;
    const name = newSheetName(app, { argument: "new_name", name: text(args.new_name), insteadOf: sheet });
    if (name === present) throw unchanged(`The sheet is called '${name}' already`);
    app.change(() => {
      app.book.rename(sheet, name);
      return true;
    });
    return `Renamed sheet '${present}' to '${name}'.`;
  },
  copy_sheet(app, args) {
    const sheet = findSheet(app, "source_sheet", text(args.source_sheet));
    const wanted = optionalText(args.new_sheet_name) ?? nextName(app, sheet.name);
    const name = newSheetName(app, { argument: "new_sheet_name", name: wanted });
    app.change(() => {
      const active = app.book.sheet;
      app.book.sheets.splice(app.book.sheets.indexOf(sheet) + 1, 0, new Sheet(name, sheet));
      app.book.active = app.book.sheets.indexOf(active);
      app.book.recalculate();
      return true;
    });
    return `Copied sheet '${sheet.name}' to '${name}'.`;
  },
};

function workbookInfo({ book, path, modified, cursor }: CalcApp): string {
  const sheets = book.sheets.map((sheet, index) => ({
    name: sheet.name,
    index,
    visible: true,
    used_range: sheet.used ? areaName(sheet.used) : null,
    row_count: sheet.used ? sheet.used.bottom + 1 : 0,
    column_count: sheet.used ? sheet.used.right + 1 : 0,
  }));
  const info = {
    file_path: path,
    file_title: path ? nameOf(path) : "Untitled 1",
    modified,
    active_sheet: book.sheet.name,
    active_cell: cellName(cursor.row, cursor.column),
    sheet_count: sheets.length,
    sheets,
  };
  const whole = JSON.stringify(info);
  return whole.length <= ANSWER_CHARACTERS
    ? whole
    : JSON.stringify({ ...info, sheets: sheets.map(({ name }) => name) });
}

function nextName({ book }: CalcApp, base: string): string {
  for (let number = 2; ; number++) {
    const ending = ` (${number})`;
    const name = base.slice(0, LONGEST_NAME - ending.length) + ending;
    if (!book.find(name)) return name;
  }
}
