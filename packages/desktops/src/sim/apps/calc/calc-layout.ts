import type { Point } from "@deskrl/domain";
import { MENU_HEIGHT, TITLE_HEIGHT } from "../../core/frame.ts";
import { onLeft, type Page, textWidth } from "../../core/page.ts";
import type { Look, Press, Rect, Widget } from "../../core/widget.ts";
import { areaName, cellName, columnName, MAX_COLUMNS, MAX_ROWS } from "../../workbook/address.ts";
import type { Cell } from "../../workbook/cell.ts";
import type { CalcApp, CellPlace } from "./calc-app.ts";
import { sortBySelection, toggleBold } from "./calc-commands.ts";

const TOOLBAR = 32;
const BAR = 28;
const HEADER = 22;
const ROW = 22;
const ROW_HEADER = 44;
const COLUMN = 100;
const TABS = 26;
const STATUS = 20;
const SELECTED: Look = { selected: true };

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
  page.add(
    "text",
    "Input line",
    { x: x + 100, y: y + 3, width: width - 104, height: 22 },
    {
      text: editor?.text ?? source,
      press: onLeft(() => {
        if (!editor) app.beginEdit(source, true);
      }),
      look,
    },
  );
}

function layoutGrid(page: Page, area: Rect, app: CalcApp): void {
  const { selection, cursor } = app;
  const sheet = app.book.sheet;
  const grid = gridOf(area, app);
  const { rows, left, columns, cells, columnHeaders, rowHeaders } = grid;
  page.background("grid", area);
  for (let index = 0; index < columns; index++) {
    const column = left + index;
    const at = { x: area.x + ROW_HEADER + index * COLUMN, y: area.y, width: COLUMN, height: HEADER };
    const selected = column >= selection.left && column <= selection.right;
    page.add("column-header", columnName(column), at, { press: columnHeaders, look: { selected } });
  }
  rows.forEach((row, line) => {
    const y = area.y + HEADER + line * ROW;
    const inRow = row >= selection.top && row <= selection.bottom;
    const header = { x: area.x, y, width: ROW_HEADER, height: ROW };
    page.background("row-header", header, {
      text: String(row + 1),
      press: rowHeaders,
      look: { selected: inRow },
    });
    for (let index = 0; index < columns; index++) {
      const column = left + index;
      const selected = inRow && column >= selection.left && column <= selection.right;
      const focused = row === cursor.row && column === cursor.column;
      const cell = sheet.at(row, column);
      const known = grid.known[line * columns + index];
      // Cells never change in place, so one that is the same, and no formula, looks the same.
      if (known && known.cell === cell && known.selected === selected && !focused && !cell?.formula) {
        page.push(known.widget);
        continue;
      }
      const shown = focused || cell ? shownCell(app, { row, column }, { selected, focused }) : null;
      const widget: Widget = {
        role: "table-cell",
        name: known?.widget.name ?? cellName(row, column),
        text: shown ? shown.text : "",
        x: area.x + ROW_HEADER + index * COLUMN,
        y,
        width: COLUMN,
        height: ROW,
        press: cells.press,
        drag: cells.drag,
        // Most cells are empty: they share their look.
        look: shown ? shown.look : selected ? SELECTED : null,
        row: null,
      };
      page.push(widget);
      // The focused one shows what is being typed, which is not the cell's.
      grid.known[line * columns + index] = focused ? null : { widget, cell, selected };
    }
  });
}

/** A cell as it was laid out before. */
interface KnownCell {
  widget: Widget;
  cell: Cell | null;
  selected: boolean;
}

/** The part of the sheet that shows: its rows, hidden ones left out, and its first column. */
interface Grid {
  /** Tells one part from another. */
  key: string;
  area: Rect;
  app: CalcApp;
  rows: readonly number[];
  left: number;
  columns: number;
  known: (KnownCell | null)[];
}

type LiveGrid = Grid & ReturnType<typeof handlersOf>;
const grids = new WeakMap<CalcApp, LiveGrid>();

/** The grid that was laid out last, as long as it shows the same part in the same place. */
function gridOf(area: Rect, app: CalcApp): LiveGrid {
  const { offset, book, view } = app;
  const key = `${area.x},${area.y},${offset.row},${offset.column},${book.active},${book.sheets.length},${[...book.sheet.hiddenRows].join()}`;
  const before = grids.get(app);
  if (before?.key === key) return before;
  const grid: Grid = {
    key,
    area,
    app,
    rows: visibleRows(app, view.rows),
    left: offset.column,
    columns: Math.min(view.columns, MAX_COLUMNS - offset.column),
    known: [],
  };
  const live = { ...grid, ...handlersOf(grid) };
  grids.set(app, live);
  return live;
}

/** What presses do, shared by all cells and headers: they tell by the point which one was meant. */
function handlersOf(grid: Grid) {
  const { app } = grid;
  return {
    cells: {
      press: (event: Press) => pressCell(app, placeAt(grid, event), event.clicks),
      drag: (from: Point, to: Point) => {
        if (app.editor) app.commit();
        app.moveTo(placeAt(grid, from));
        app.moveTo(placeAt(grid, to), true);
      },
    },
    columnHeaders: (event: Press) => {
      const { column } = placeAt(grid, event);
      app.select({ top: 0, left: column, bottom: MAX_ROWS - 1, right: column });
    },
    rowHeaders: (event: Press) => {
      const { row } = placeAt(grid, event);
      app.select({ top: row, left: 0, bottom: row, right: MAX_COLUMNS - 1 });
    },
  };
}

/** The cell at a point, or the nearest one in view. */
function placeAt({ area, app, rows, left }: Grid, { x, y }: Point): CellPlace {
  const line = Math.max(0, Math.min(rows.length - 1, Math.floor((y - area.y - HEADER) / ROW)));
  const across = Math.max(0, Math.min(app.view.columns - 1, Math.floor((x - area.x - ROW_HEADER) / COLUMN)));
  return { row: rows[line] ?? 0, column: Math.min(MAX_COLUMNS - 1, left + across) };
}

/** Text and look of a cell that holds something or has the cursor. */
function shownCell(
  { book, editor }: CalcApp,
  { row, column }: CellPlace,
  { selected, focused }: { selected: boolean; focused: boolean },
): { text: string; look: Look } {
  const style = book.sheet.at(row, column)?.style;
  const look: Look = { ...style, selected, focused };
  if (!style?.align && typeof book.value(book.sheet, row, column) === "number") look.align = "right";
  if (!focused || !editor) return { text: book.shown(book.sheet, row, column), look };
  look.caret = editor.caret;
  return { text: editor.text, look };
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
