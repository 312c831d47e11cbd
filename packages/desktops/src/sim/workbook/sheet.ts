import { type Area, cellKey, columnOf, rowOf } from "./address.ts";
import type { Cell } from "./cell.ts";

/** A sheet as it is stored: cells by key, hidden rows, merged areas. */
export class Sheet {
  name: string;
  readonly cells: Map<number, Cell>;
  readonly hiddenRows: Set<number>;
  merged: readonly Area[];
  #used: Area | null | undefined;

  constructor(name: string, from?: Sheet) {
    this.name = name;
    this.cells = new Map(from?.cells);
    this.hiddenRows = new Set(from?.hiddenRows);
    this.merged = from?.merged ?? [];
  }

  at(row: number, column: number): Cell | null {
    return this.cells.get(cellKey(row, column)) ?? null;
  }

  /** Puts a cell; null, and a cell with nothing in it, takes it away. */
  put(row: number, column: number, cell: Cell | null): void {
    const empty = !cell || (cell.value === null && cell.formula === null && cell.style === null);
    if (empty) this.cells.delete(cellKey(row, column));
    else this.cells.set(cellKey(row, column), cell);
    this.#used = undefined;
  }

  /** From A1 to the last cell that holds something; null for an empty sheet. */
  get used(): Area | null {
    if (this.#used !== undefined) return this.#used;
    let bottom = -1;
    let right = -1;
    for (const [key, cell] of this.cells) {
      if (cell.value === null && cell.formula === null) continue;
      bottom = Math.max(bottom, rowOf(key));
      right = Math.max(right, columnOf(key));
    }
    this.#used = bottom < 0 ? null : { top: 0, left: 0, bottom, right };
    return this.#used;
  }

  /** The part of an area that is in use; null when none is. */
  clip(area: Area): Area | null {
    const used = this.used;
    if (!used || area.left > used.right || area.top > used.bottom) return null;
    const { top, left } = area;
    return { top, left, bottom: Math.min(area.bottom, used.bottom), right: Math.min(area.right, used.right) };
  }
}
