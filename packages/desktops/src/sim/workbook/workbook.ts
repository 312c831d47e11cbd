import { type Area, cellKey, columnOf, rowOf } from "./address.ts";
import { type Cell, type CellStyle, type CellValue, readEntered } from "./cell.ts";
import { Calculator } from "./formulas.ts";
import { moveColumns, renameInFormula, shiftFormula } from "./references.ts";
import { Sheet } from "./sheet.ts";
import { readValue, showValue } from "./show.ts";

/** A workbook that is open: sheets, which of them is active, and the values of its formulas. */
export class Workbook {
  sheets: Sheet[];
  active: number;
  readonly #calculator: Calculator;

  constructor(sheets: readonly Sheet[] = [new Sheet("Sheet1")], active = 0) {
    this.sheets = sheets.map((sheet) => new Sheet(sheet.name, sheet));
    this.active = Math.min(active, this.sheets.length - 1);
    this.#calculator = new Calculator((name) => this.find(name));
  }

  get sheet(): Sheet {
    const sheet = this.sheets[this.active];
    if (!sheet) throw new Error("a workbook always has an active sheet");
    return sheet;
  }

  /** The sheet of a name, letter case ignored. */
  find(name: string): Sheet | null {
    const wanted = name.toLowerCase();
    return this.sheets.find((sheet) => sheet.name.toLowerCase() === wanted) ?? null;
  }

  value(sheet: Sheet, row: number, column: number): CellValue {
    return this.#calculator.value(sheet, row, column);
  }

  /** The value as tools tell it: dates in ISO form. */
  plain(sheet: Sheet, row: number, column: number): CellValue {
    return readValue(this.value(sheet, row, column), sheet.at(row, column)?.style ?? null);
  }

  /** The value as the cell shows it. */
  shown(sheet: Sheet, row: number, column: number): string {
    const cell = sheet.at(row, column);
    return cell ? showValue(this.value(sheet, row, column), cell.style) : "";
  }

  /** What the formula bar shows: the formula, or the value as it would be typed. */
  source(sheet: Sheet, row: number, column: number): string {
    const cell = sheet.at(row, column);
    if (!cell) return "";
    if (cell.formula !== null) return cell.formula;
    const plain = readValue(cell.value, cell.style);
    if (typeof plain === "string" && readEntered(plain).kind !== "text" && typeof cell.value === "string")
      return `'${plain}`;
    return typeof plain === "string" ? plain : showValue(plain, null);
  }

  /** Enters a value as typing or a tool does. False when the cell holds just that already. */
  enter(sheet: Sheet, row: number, column: number, received: CellValue): boolean {
    const { kind, value, formula, format } = readEntered(received);
    const before = sheet.at(row, column);
    let style = before?.style ?? null;
    if (format && before?.style?.format === undefined) style = { ...style, format };
    if (kind === "empty" && !before) return false;
    if (before && before.value === value && before.formula === formula && before.style === style)
      return false;
    // A formula keeps its last result only in files.
    if (before && formula !== null && before.formula === formula) return false;
    this.put(sheet, row, column, { value, formula, style });
    return true;
  }

  put(sheet: Sheet, row: number, column: number, cell: Cell | null): void {
    sheet.put(row, column, cell);
    this.#calculator.changed(sheet, row, column);
  }

  /** Empties the cells of an area; their formats stay. Returns how many held something. */
  clear(sheet: Sheet, area: Area): number {
    let cleared = 0;
    for (const [key, cell] of [...sheet.cells]) {
      const row = rowOf(key);
      const column = columnOf(key);
      if (row < area.top || row > area.bottom || column < area.left || column > area.right) continue;
      if (cell.value === null && cell.formula === null) continue;
      this.put(sheet, row, column, { value: null, formula: null, style: cell.style });
      cleared++;
    }
    return cleared;
  }

  /** Changes the style of every cell of an area. Returns how many were not so before. */
  restyle(sheet: Sheet, area: Area, style: CellStyle): number {
    let changed = 0;
    for (let row = area.top; row <= area.bottom; row++) {
      for (let column = area.left; column <= area.right; column++) {
        const cell = sheet.at(row, column);
        const after = { ...cell?.style, ...style };
        if (cell && JSON.stringify(after) === JSON.stringify(cell.style)) continue;
        sheet.put(row, column, { value: cell?.value ?? null, formula: cell?.formula ?? null, style: after });
        changed++;
      }
    }
    return changed;
  }

  /** Puts rows in another order: `order[i]` is the row that comes to `top + i`. */
  reorderRows(sheet: Sheet, top: number, order: readonly number[]): void {
    const target = new Map(order.map((from, index) => [from, top + index]));
    const moved = [...sheet.cells].map(([key, cell]): [number, Cell] => {
      const row = rowOf(key);
      const to = target.get(row) ?? row;
      const formula = cell.formula === null ? null : shiftFormula(cell.formula, to - row, 0);
      return [cellKey(to, columnOf(key)), { ...cell, formula }];
    });
    this.#replace(sheet, moved);
  }

  /** Puts columns in another order: `order[i]` is the column that comes to `left + i`. Formulas follow. */
  reorderColumns(sheet: Sheet, left: number, order: readonly number[]): void {
    const target = new Map(order.map((from, index) => [from, left + index]));
    const moved = [...sheet.cells].map(([key, cell]): [number, Cell] => {
      const column = columnOf(key);
      const formula =
        cell.formula === null ? null : moveColumns(cell.formula, (one) => target.get(one) ?? one);
      return [cellKey(rowOf(key), target.get(column) ?? column), { ...cell, formula }];
    });
    this.#replace(sheet, moved);
  }

  rename(sheet: Sheet, name: string): void {
    const from = sheet.name;
    sheet.name = name;
    for (const owner of this.sheets) {
      for (const [key, cell] of owner.cells) {
        if (cell.formula?.includes("!"))
          owner.cells.set(key, { ...cell, formula: renameInFormula(cell.formula, from, name) });
      }
    }
    this.#calculator.clear();
  }

  /** A copy of all sheets as they are; cells are shared, since they never change in place. */
  snapshot(): Sheet[] {
    return this.sheets.map((sheet) => new Sheet(sheet.name, sheet));
  }

  restore(sheets: readonly Sheet[], active: number): void {
    this.sheets = sheets.map((sheet) => new Sheet(sheet.name, sheet));
    this.active = Math.min(active, this.sheets.length - 1);
    this.#calculator.clear();
  }

  /** Forgets the results of formulas, after sheets came or went. */
  recalculate(): void {
    this.#calculator.clear();
  }

  #replace(sheet: Sheet, cells: readonly [number, Cell][]): void {
    for (const key of [...sheet.cells.keys()]) sheet.put(rowOf(key), columnOf(key), null);
    for (const [key, cell] of cells) sheet.put(rowOf(key), columnOf(key), cell);
    this.#calculator.clear();
  }
}
