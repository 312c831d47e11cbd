import type { CalcApp } from "../apps/calc/calc-app.ts";
import { badArgument, refused } from "../core/refusal.ts";
import { type Area, areaName, columnIndex, columnName, MAX_COLUMNS, parseArea } from "../workbook/address.ts";
import type { Sheet } from "../workbook/sheet.ts";

/** A block of cells with its sheet. */
export interface Place extends Area {
  sheet: Sheet;
  /** As answers name it: the sheet too, such as `Sheet1.A1:B2`. */
  name: string;
}

/** The sheet of a name. @throws Refusal */
export function findSheet({ book }: CalcApp, argument: string, name: string): Sheet {
  const sheet = book.find(name.trim());
  if (sheet) return sheet;
  throw badArgument(argument, name, `the name of a sheet: ${book.sheets.map((one) => one.name).join(", ")}`);
}

/** The cells of `A1:B2`, `B:C`, `Sheet2.A1` or `Sheet2!A1`. @throws Refusal */
export function findArea(app: CalcApp, argument: string, text: string): Place {
  const match = /^(?:'([^']+)'|([^.!]+))[.!](.+)$/.exec(text.trim());
  const sheet = match ? findSheet(app, argument, match[1] ?? match[2] ?? "") : app.book.sheet;
  const area = parseArea(match?.[3] ?? text);
  if (!area) throw badArgument(argument, text, "cells such as 'A1', 'A1:B10', 'B:B' or 'Sheet2.A1'");
  return { ...area, sheet, name: `${sheet.name}.${areaName(area)}` };
}

export function findCell(app: CalcApp, argument: string, text: string): Place {
  const place = findArea(app, argument, text);
  if (place.top !== place.bottom || place.left !== place.right)
    throw badArgument(argument, text, "one cell such as 'B2'");
  return place;
}

/** The column that letters or a header of row 1 mean; letters win when that column is in use. @throws Refusal */
export function findColumn({ book }: CalcApp, argument: string, text: string): number {
  const sheet = book.sheet;
  const used = sheet.used;
  const letters = /^\s*\$?([A-Za-z]{1,3})\s*$/.exec(text)?.[1];
  const index = letters ? columnIndex(letters) : MAX_COLUMNS;
  if (used && index <= used.right) return index;
  const titles = Array.from({ length: (used?.right ?? -1) + 1 }, (_, column) => {
    const value = book.value(sheet, 0, column);
    return typeof value === "string" ? value : "";
  });
  const wanted = text.trim().toLowerCase();
  const exact = titles.indexOf(text) >= 0 ? titles.indexOf(text) : titles.indexOf(text.trim());
  const found = exact >= 0 ? exact : titles.findIndex((title) => title.trim().toLowerCase() === wanted);
  if (wanted !== "" && found >= 0) return found;
  if (index < MAX_COLUMNS) return index;
  const shown = titles
    .flatMap((title, column) => (title ? [`${columnName(column)} (${title})`] : []))
    .join(", ");
  const allowed = `column letters from A to ${columnName(MAX_COLUMNS - 1)}, or a header of the first row`;
  throw badArgument(argument, text, shown ? `${allowed}: ${shown.slice(0, 400)}` : allowed);
}

export function requireUsed(sheet: Sheet): Area {
  const used = sheet.used;
  if (!used)
    throw refused(`The sheet '${sheet.name}' is empty.`, "Put data into it, or switch to another sheet.");
  return used;
}

/** The cells of a place that formatting touches: whole rows and columns end where the sheet does. @throws Refusal */
export function formattable(place: Place): Area {
  const cells = (place.bottom - place.top + 1) * (place.right - place.left + 1);
  if (cells <= 10_000) return place;
  const clipped = place.sheet.clip(place);
  if (!clipped) throw refused(`${place.name} is empty.`, "Give a range that holds data.");
  return clipped;
}

export function unchanged(what: string): Error {
  return refused(`${what}; nothing was changed.`);
}
