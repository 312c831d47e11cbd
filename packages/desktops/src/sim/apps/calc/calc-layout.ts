import type { Point } from "@deskrl/domain";
import { MENU_HEIGHT, TITLE_HEIGHT } from "../../core/frame.ts";
import { onLeft, type Page, textWidth } from "../../core/page.ts";
import type { Look, Press, Rect } from "../../core/widget.ts";
import { areaName, cellName, columnName, MAX_COLUMNS, MAX_ROWS } from "../../workbook/address.ts";
import type { CalcApp, CellPlace } from "./calc-app.ts";
import { deleteSelection, sortBySelection, toggleBold } from "./calc-commands.ts";

const TOOLBAR = 32;
const BAR = 28;
const HEADER = 22;
const ROW = 22;
const ROW_HEADER = 44;
const COLUMN = 100;
const TABS = 26;
const STATUS = 20;

/** How many rows and columns a window of that size shows. */
export function gridSize(window: Rect): { rows: number; columns: number } {
  const height = window.height - TITLE_HEIGHT - MENU_HEIGHT - TOOLBAR - BAR - HEADER - TABS - STATUS;
  return {
    rows: Math.max(1, Math.floor(height / ROW)),
    columns: Math.max(1, Math.floor((window.width - ROW_HEADER) / COLUMN)),
  };
}

/** Toolbar, formula bar, the cells in view, sheet tabs and status bar. */
export function layoutCalc(page: Page, area: Rect, app: CalcApp): void {
  const { x, width } = area;
  page.background("toolbar", { ...area, height: TOOLBAR });
  page.buttons({ x: x + 4, y: area.y + 4, height: TOOLBAR - 8 }, [
    ["Save", () => app.save()],
    ["Undo", () => app.undo()],
    ["Bold", () => toggleBold(app)],
    ["Sort Ascending", () => sortBySelection(app, true)],
    ["Sort Descending", () => sortBySelection(app, false)],
    ["Delete Contents", () => deleteSelection(app)],
  ]);
  layoutFormulaBar(page, { x, y: area.y + TOOLBAR, width, height: BAR }, app);
  const top = area.y + TOOLBAR + BAR;
  const bottom = area.y + area.height - TABS - STATUS;
  layoutGrid(page, { x, y: top, width, height: bottom - top }, app);
  layoutTabs(page, { x, y: bottom, width, height: TABS }, app);
  const status = { x, y: bottom + TABS, width, height: STATUS };
  page.background("status-bar", status);
  if (app.modified) page.add("label", "The document has been modified.", { ...status, x: x + 8, width: 260 });
}

function layoutFormulaBar(page: Page, area: Rect, app: CalcApp): void {
  const { x, y, width } = area;
  const { row, column } = app.cursor;
  page.background("toolbar", area);
  page.add(
    "label",
    "Name Box",
    { x: x + 4, y: y + 3, width: 90, height: 22 },
    { text: areaName(app.selection) },
  );
  const editor = app.editor;
  const source = app.book.source(app.book.sheet, row, column);
  const look: Look = editor ? { focused: true, caret: editor.caret, selection: editor.selection } : {};
  const edit = () => {
    if (!editor) app.beginEdit(source, true);
  };
  page.add(
    "text",
    "Input line",
    { x: x + 100, y: y + 3, width: width - 104, height: 22 },
    {
      text: editor?.text ?? source,
      press: onLeft(edit),
      look,
    },
  );
}

function layoutGrid(page: Page, area: Rect, app: CalcApp): void {
  const { book, selection, cursor } = app;
  const sheet = book.sheet;
  const { rows: count, columns } = app.view;
  const rows = visibleRows(app, count);
  const left = app.offset.column;
  const place = ({ x, y }: Point): CellPlace => ({
    row: rows[Math.max(0, Math.min(rows.length - 1, Math.floor((y - area.y - HEADER) / ROW)))] ?? 0,
    column: left + Math.max(0, Math.min(columns - 1, Math.floor((x - area.x - ROW_HEADER) / COLUMN))),
  });
  const drag = (from: Point, to: Point) => {
    if (app.editor) app.commit();
    app.moveTo(place(from));
    app.moveTo(place(to), true);
  };
  page.background("grid", area);
  for (let index = 0; index < columns && left + index < MAX_COLUMNS; index++) {
    const column = left + index;
    const at = { x: area.x + ROW_HEADER + index * COLUMN, y: area.y, width: COLUMN, height: HEADER };
    const choose = () => app.select({ top: 0, left: column, bottom: MAX_ROWS - 1, right: column });
    const selected = column >= selection.left && column <= selection.right;
    page.add("column-header", columnName(column), at, { press: onLeft(choose), look: { selected } });
  }
  const press = (event: Press) => pressCell(app, place(event), event.clicks);
  rows.forEach((row, line) => {
    const y = area.y + HEADER + line * ROW;
    const inRow = row >= selection.top && row <= selection.bottom;
    page.background(
      "row-header",
      { x: area.x, y, width: ROW_HEADER, height: ROW },
      {
        text: String(row + 1),
        press: onLeft(() => app.select({ top: row, left: 0, bottom: row, right: MAX_COLUMNS - 1 })),
        look: { selected: inRow },
      },
    );
    for (let index = 0; index < columns && left + index < MAX_COLUMNS; index++) {
      const column = left + index;
      const at = { x: area.x + ROW_HEADER + index * COLUMN, y, width: COLUMN, height: ROW };
      const cell = sheet.at(row, column);
      const focused = row === cursor.row && column === cursor.column;
      const selected = inRow && column >= selection.left && column <= selection.right;
      const edited = focused ? app.editor : null;
      const style = cell?.style;
      const look: Look = { ...style, selected, focused };
      if (!style?.align && cell && cell.value !== null && typeof cell.value !== "string")
        look.align = "right";
      if (edited) look.caret = edited.caret;
      const text = edited?.text ?? (cell ? book.shown(sheet, row, column) : "");
      page.add("table-cell", cellName(row, column), at, { text, press, drag, look });
    }
  });
}

function visibleRows(app: CalcApp, count: number): number[] {
  const rows: number[] = [];
  for (let row = app.offset.row; rows.length < count && row < MAX_ROWS; row++) {
    if (!app.book.sheet.hiddenRows.has(row)) rows.push(row);
  }
  return rows;
}

function pressCell(app: CalcApp, place: CellPlace, clicks: number): void {
  const { cursor } = app;
  const same = place.row === cursor.row && place.column === cursor.column;
  if (app.editor && !same) app.commit();
  app.moveTo(place);
  if (clicks > 1 && !app.editor)
    app.beginEdit(app.book.source(app.book.sheet, place.row, place.column), true);
}

function layoutTabs(page: Page, area: Rect, app: CalcApp): void {
  page.background("tab-bar", area);
  let x = area.x + 4;
  app.book.sheets.forEach((sheet, index) => {
    const width = textWidth(sheet.name) + 24;
    const selected = index === app.book.active;
    page.add(
      "page-tab",
      sheet.name,
      { x, y: area.y + 2, width, height: area.height - 4 },
      {
        press: onLeft(() => app.activate(index)),
        look: { selected },
      },
    );
    x += width + 2;
  });
}
