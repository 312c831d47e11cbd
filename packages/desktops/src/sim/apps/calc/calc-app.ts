import type { App, MenuItem } from "../../core/app.ts";
import type { Desk } from "../../core/desk.ts";
import { Dialog } from "../../core/dialog.ts";
import type { KeyStroke } from "../../core/keys.ts";
import { LineEditor } from "../../core/line-editor.ts";
import type { Page } from "../../core/page.ts";
import { refused } from "../../core/refusal.ts";
import type { SimWindow } from "../../core/sim-window.ts";
import type { Rect } from "../../core/widget.ts";
import { endingOf, nameOf } from "../../storage/paths.ts";
import { type Area, cellName, MAX_COLUMNS, MAX_ROWS } from "../../workbook/address.ts";
import type { CellValue } from "../../workbook/cell.ts";
import type { Sheet } from "../../workbook/sheet.ts";
import { loadWorkbook, storeWorkbook } from "../../workbook/stored.ts";
import { Workbook } from "../../workbook/workbook.ts";
import { askSaveAs } from "../document-dialogs.ts";
import { calcInfo } from "./calc-info.ts";
import { calcKey } from "./calc-keys.ts";
import { gridSize, layoutCalc } from "./calc-layout.ts";
import { calcMenus } from "./calc-menus.ts";

const MOST_UNDO = 20;

export interface CellPlace {
  row: number;
  column: number;
}

/** A spreadsheet in a window. */
export class CalcApp implements App {
  readonly name = "calc";
  readonly desk: Desk;
  readonly book: Workbook;
  path: string | null;
  /** Counts changes of the workbook; `savedVersion` is the one that the file holds. */
  version = 0;
  savedVersion = 0;
  /** Cursor and the other end of the selection, of each sheet. */
  readonly #cursors = new Map<Sheet, { cursor: CellPlace; anchor: CellPlace }>();
  editor: LineEditor | null = null;
  /** Editing began with the old content: arrows move the caret instead of the cell. */
  editsInPlace = false;
  offset = { row: 0, column: 0 };
  /** The cells behind the clipboard's text, so that pasting here keeps formulas. */
  copied: { text: string; sheet: Sheet; area: Area } | null = null;
  readonly #windowOf: () => SimWindow;
  #menus: ReturnType<App["menus"]> | null = null;
  readonly #undo: { sheets: Sheet[]; active: number }[] = [];

  constructor(desk: Desk, windowOf: () => SimWindow, path: string | null = null) {
    this.desk = desk;
    this.#windowOf = windowOf;
    this.path = path;
    if (path === null) this.book = new Workbook();
    else {
      const { sheets, active } = loadWorkbook(desk.files.read(path), path);
      this.book = new Workbook(sheets, active);
    }
  }

  get window(): SimWindow {
    return this.#windowOf();
  }

  get modified(): boolean {
    return this.version !== this.savedVersion;
  }

  /** Whether a text is being typed into a cell that differs from what it holds. */
  get isTyping(): boolean {
    const { row, column } = this.cursor;
    return this.editor !== null && this.editor.text !== this.book.source(this.book.sheet, row, column);
  }

  get cursors(): { cursor: CellPlace; anchor: CellPlace } {
    const sheet = this.book.sheet;
    let known = this.#cursors.get(sheet);
    if (!known) {
      known = { cursor: { row: 0, column: 0 }, anchor: { row: 0, column: 0 } };
      this.#cursors.set(sheet, known);
    }
    return known;
  }

  get cursor(): CellPlace {
    return this.cursors.cursor;
  }

  get selection(): Area {
    const { cursor, anchor } = this.cursors;
    return {
      top: Math.min(cursor.row, anchor.row),
      left: Math.min(cursor.column, anchor.column),
      bottom: Math.max(cursor.row, anchor.row),
      right: Math.max(cursor.column, anchor.column),
    };
  }

  title(): string {
    return `${this.path ? nameOf(this.path) : "Untitled 1"} - LibreOffice Calc`;
  }

  menus(): readonly { name: string; items: readonly MenuItem[] }[] {
    this.#menus ??= calcMenus(this);
    return this.#menus;
  }

  layout(page: Page, area: Rect): void {
    layoutCalc(page, area, this);
  }

  key(stroke: KeyStroke): void {
    calcKey(this, stroke);
  }

  type(text: string): void {
    if (!this.editor) this.beginEdit("");
    this.editor?.insert(text);
  }

  selectAll(): void {
    // Typing over a cell replaces what it holds anyway; the whole sheet is never meant.
    this.editor?.selectAll();
  }

  scroll(deltaX: number, deltaY: number): void {
    this.offset = {
      row: clamp(this.offset.row + deltaY * 3, MAX_ROWS - 1),
      column: clamp(this.offset.column + deltaX, MAX_COLUMNS - 1),
    };
  }

  info(): string[] {
    return calcInfo(this);
  }

  mark(): string {
    const { cursor, anchor } = this.cursors;
    const { row, column } = this.offset;
    const edit = this.editor ? `${this.editor.caret},${this.editor.anchor},${this.editor.text}` : "-";
    return `${this.path}:${this.version},${this.savedVersion},${this.book.active},${cursor.row},${cursor.column},${anchor.row},${anchor.column},${row},${column},${edit}`;
  }

  unsaved(): { question: string; save: () => void } | null {
    if (!this.modified) return null;
    return {
      question: `Save changes to document "${this.path ? nameOf(this.path) : "Untitled 1"}"?`,
      save: () => this.save(),
    };
  }

  /** Moves the cursor and keeps it in view; `extend` keeps the other end of the selection. */
  moveTo({ row, column }: CellPlace, extend = false): void {
    const place = { row: clamp(row, MAX_ROWS - 1), column: clamp(column, MAX_COLUMNS - 1) };
    const cursors = this.cursors;
    cursors.cursor = place;
    if (!extend) cursors.anchor = place;
    this.#show(place);
  }

  select(area: Area): void {
    const cursors = this.cursors;
    cursors.cursor = { row: area.top, column: area.left };
    cursors.anchor = { row: area.bottom, column: area.right };
  }

  beginEdit(text: string, inPlace = false): void {
    this.editor = new LineEditor(text);
    this.editsInPlace = inPlace;
  }

  /** Takes over what is typed into the cell. One that holds it already makes the action useless. */
  commit(): void {
    const text = this.editor?.text;
    this.editor = null;
    if (text === undefined) return;
    const { row, column } = this.cursor;
    if (!this.enter(this.book.sheet, { row, column }, text)) {
      this.desk.useless = `${cellName(row, column)} holds that already; nothing was changed.`;
    }
  }

  /** Enters a value as one undoable change. False when the cell holds it already. */
  enter(sheet: Sheet, { row, column }: CellPlace, value: CellValue): boolean {
    return this.change(() => this.book.enter(sheet, row, column, value));
  }

  /** Runs a change of the workbook: when it says that something changed, it can be undone and is not saved yet. */
  change(run: () => boolean): boolean {
    const before = { sheets: this.book.snapshot(), active: this.book.active };
    if (!run()) return false;
    this.#undo.push(before);
    if (this.#undo.length > MOST_UNDO) this.#undo.shift();
    this.version++;
    return true;
  }

  undo(): void {
    const before = this.#undo.pop();
    if (!before) throw refused("There is nothing to undo.");
    this.#cursors.clear();
    this.book.restore(before.sheets, before.active);
    this.version++;
  }

  activate(index: number): void {
    if (this.editor) this.commit();
    this.book.active = Math.max(0, Math.min(this.book.sheets.length - 1, index));
    this.offset = { row: 0, column: 0 };
    this.#show(this.cursor);
  }

  /** Saves to its own file, or asks for one. */
  save(): void {
    if (this.editor) this.commit();
    if (this.path === null) {
      this.askSaveAs();
      return;
    }
    if (!this.modified && this.desk.files.exists(this.path))
      throw refused(`${this.path} is saved already; nothing was changed since.`);
    this.saveTo(this.path);
  }

  saveTo(path: string): void {
    this.desk.files.write(path, storeWorkbook(this.book, path));
    this.path = path;
    this.savedVersion = this.version;
  }

  askSaveAs(): void {
    if (this.editor) this.commit();
    askSaveAs(this.desk, {
      window: this.window,
      path: this.path,
      endings: ["xlsx", "csv"],
      suggestion: "Untitled 1.xlsx",
      save: (path) => (endingOf(path) === "csv" ? this.#askExport(path) : this.saveTo(path)),
    });
  }

  /** A text file takes some choices; what is suggested will do. */
  #askExport(path: string): void {
    this.window.dialog = new Dialog({
      title: "Export Text File",
      buttons: [{ name: "OK", run: () => this.saveTo(path) }],
    });
  }

  /** Rows and columns that fit. */
  get view(): { rows: number; columns: number } {
    return gridSize(this.window.rect);
  }

  #show({ row, column }: CellPlace): void {
    const { rows, columns } = this.view;
    const top = row < this.offset.row ? row : Math.max(this.offset.row, row - rows + 1);
    const left = column < this.offset.column ? column : Math.max(this.offset.column, column - columns + 1);
    this.offset = { row: top, column: left };
  }
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(most, value));
}
