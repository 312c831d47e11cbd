import type { CalcApp } from "../apps/calc/calc-app.ts";
import { badArgument, refused } from "../core/refusal.ts";
import { areaName, columnName, MAX_COLUMNS, MAX_ROWS } from "../workbook/address.ts";
import { type CellValue, plainNumber, readEntered } from "../workbook/cell.ts";
import { sortRows } from "../workbook/sort.ts";
import { findArea, findCell, findColumn, requireUsed, unchanged } from "./calc-places.ts";
import type { CalcTool } from "./calc-tools.ts";
import { counted, flag, scalar, scalars, text, texts, whole } from "./checked.ts";

const ANSWER_CHARACTERS = 1_900;
const MOST_CELLS = 100_000;

export const CALC_CELL_TOOLS: Readonly<Record<string, CalcTool>> = {
  get_column_data: columnData,
  set_cell_value(app, args) {
    const place = findCell(app, "cell", text(args.cell));
    const value = scalar(args.value);
    if (!app.enter(place.sheet, { row: place.top, column: place.left }, value))
      throw unchanged(`${place.name} holds that already`);
    return `Set ${place.name} to ${taken(app, place, value)}.`;
  },
  set_column_values(app, args) {
    const column = findColumn(app, "column_name", text(args.column_name));
    const values = scalars(args.data);
    const start = whole(args.start_index);
    const bottom = start - 1 + values.length - 1;
    if (bottom >= MAX_ROWS)
      throw badArgument("start_index", start, `a row that leaves room for ${values.length} values`);
    const sheet = app.book.sheet;
    const name = `${sheet.name}.${areaName({ top: start - 1, left: column, bottom, right: column })}`;
    const changed = app.change(() => {
      // Every one is entered, so a plain `some` would stop too early.
      const entered = values.map((value, index) => app.book.enter(sheet, start - 1 + index, column, value));
      return entered.includes(true);
    });
    if (!changed) throw unchanged(`${name} holds those values already`);
    return `Wrote ${counted(values.length, "value")} to ${name}.`;
  },
  transpose_range: transpose,
  sort_column: sortColumn,
  hide_row_data: hideRows,
  reorder_columns: reorderColumns,
};

/** How a value was taken, such as `12 (number)`. */
function taken(app: CalcApp, place: ReturnType<typeof findCell>, received: CellValue): string {
  const { kind, value, formula } = readEntered(received);
  const shown = app.book.shown(place.sheet, place.top, place.left);
  switch (kind) {
    case "empty":
      return "empty";
    case "formula":
      return `${formula} (formula, shows '${shown}')`;
    case "truth":
      return `${value ? "TRUE" : "FALSE"} (truth value)`;
    case "number":
      return `${plainNumber(Number(value))} (number)`;
    case "date":
      return `${shown} (date)`;
    default:
      return `'${String(value).slice(0, 200)}' (text)`;
  }
}

function columnData(app: CalcApp, args: Record<string, unknown>): string {
  const column = findColumn(app, "column_name", text(args.column_name));
  const sheet = app.book.sheet;
  const used = requireUsed(sheet);
  const values = Array.from({ length: used.bottom + 1 }, (_, row) => app.book.plain(sheet, row, column));
  const whole = JSON.stringify(values);
  if (whole.length <= ANSWER_CHARACTERS) return whole;
  let shown = values.length;
  while (JSON.stringify(values.slice(0, shown)).length > ANSWER_CHARACTERS - 60)
    shown = Math.floor(shown * 0.9);
  return `${JSON.stringify(values.slice(0, shown))} (rows 1 to ${shown}; ${values.length - shown} more rows were cut)`;
}

function transpose(app: CalcApp, args: Record<string, unknown>): string {
  const named = findArea(app, "source_range", text(args.source_range));
  const corner = findCell(app, "target_cell", text(args.target_cell));
  const source = named.sheet.clip(named);
  if (!source) throw refused(`${named.name} is empty.`, "Give a range that holds data.");
  const rows = source.bottom - source.top + 1;
  const columns = source.right - source.left + 1;
  if (rows * columns > MOST_CELLS)
    throw badArgument("source_range", args.source_range, `at most ${MOST_CELLS} cells`);
  const target = {
    top: corner.top,
    left: corner.left,
    bottom: corner.top + columns - 1,
    right: corner.left + rows - 1,
  };
  if (target.right >= MAX_COLUMNS || target.bottom >= MAX_ROWS) {
    throw badArgument("target_cell", args.target_cell, `a cell with room for ${rows} columns to its right`);
  }
  const read = Array.from({ length: rows * columns }, (_, index) => {
    const [down, across] = [Math.floor(index / columns), index % columns];
    const at = { row: source.top + down, column: source.left + across };
    const style = named.sheet.at(at.row, at.column)?.style ?? null;
    return {
      row: corner.top + across,
      column: corner.left + down,
      value: app.book.value(named.sheet, at.row, at.column),
      style,
    };
  });
  const changed = app.change(() => {
    let any = false;
    for (const { row, column, value, style } of read) {
      const before = corner.sheet.at(row, column);
      if (before?.formula === null && before.value === value) continue;
      if (!before && value === null) continue;
      app.book.put(corner.sheet, row, column, {
        value,
        formula: null,
        style: style?.format ? { format: style.format } : null,
      });
      any = true;
    }
    return any;
  });
  if (!changed) throw unchanged("The target holds that already");
  return `Wrote ${named.sheet.name}.${areaName(source)} transposed to ${corner.sheet.name}.${areaName(target)}.`;
}

function sortColumn(app: CalcApp, args: Record<string, unknown>): string {
  const column = findColumn(app, "column_name", text(args.column_name));
  const ascending = flag(args.ascending);
  const start = whole(args.start_index);
  const sheet = app.book.sheet;
  const used = requireUsed(sheet);
  if (start - 1 > used.bottom)
    throw badArgument("start_index", start, `a row from 1 to ${used.bottom + 1}, the last in use`);
  if (sheet.merged.some((area) => area.bottom >= start - 1))
    throw refused("The rows hold merged cells, which cannot be sorted.");
  const keys = Array.from({ length: used.bottom + 1 }, (_, row) => app.book.value(sheet, row, column));
  const rest = keys.slice(1).filter((key) => key !== null);
  if (
    start === 1 &&
    typeof keys[0] === "string" &&
    rest.length > 0 &&
    rest.every((key) => typeof key === "number")
  ) {
    throw badArgument("start_index", 1, `2: row 1 holds the header '${keys[0]}', which is not to be sorted`);
  }
  const order = ascending ? "ascending" : "descending";
  if (!app.change(() => sortRows(app.book, column, { ascending, top: start - 1 }))) {
    throw unchanged(`The rows stand in ${order} order of column ${columnName(column)} already`);
  }
  return `Sorted rows ${start} to ${used.bottom + 1} by column ${columnName(column)}, ${order}.`;
}

function hideRows(app: CalcApp, args: Record<string, unknown>): string {
  const received = scalar(args.value);
  const { kind, value: wanted } = readEntered(received);
  if (kind === "empty") throw badArgument("value", received, "a value that is not empty");
  const sheet = app.book.sheet;
  const used = requireUsed(sheet);
  const rows: number[] = [];
  for (let row = 1; row <= used.bottom; row++) {
    for (let column = 0; column <= used.right; column++) {
      const value = app.book.value(sheet, row, column);
      if (value === null || (value !== wanted && value !== received)) continue;
      if (!sheet.hiddenRows.has(row)) rows.push(row);
      break;
    }
  }
  if (rows.length === 0) throw unchanged(`No row in view holds ${JSON.stringify(received)}`);
  app.change(() => {
    for (const row of rows) sheet.hiddenRows.add(row);
    return true;
  });
  const shown = rows
    .slice(0, 50)
    .map((row) => row + 1)
    .join(", ");
  return `Hid ${counted(rows.length, "row")}: ${shown}${rows.length > 50 ? ", ..." : ""}.`;
}

function reorderColumns(app: CalcApp, args: Record<string, unknown>): string {
  const names = texts(args.column_order);
  const order = names.map((name, index) => findColumn(app, `column_order[${index}]`, name));
  if (new Set(order).size < order.length)
    throw badArgument("column_order", names, "a list in which no column occurs twice");
  const sheet = app.book.sheet;
  const used = requireUsed(sheet);
  if (sheet.merged.length > 0)
    throw refused("The sheet holds merged cells, which would be torn apart.", "Unmerge them first.");
  const first = Math.min(...order);
  const last = Math.max(used.right, ...order);
  const present = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const wanted = [...order, ...present.filter((column) => !order.includes(column))];
  if (wanted.every((column, index) => column === present[index]))
    throw unchanged("The columns stand so already");
  app.change(() => {
    app.book.reorderColumns(sheet, first, wanted);
    return true;
  });
  return `Reordered the columns from ${columnName(first)}: ${names.join(", ")}.`;
}
