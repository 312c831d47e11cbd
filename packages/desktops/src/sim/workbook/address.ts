export const MAX_COLUMNS = 1_024;
export const MAX_ROWS = 1_048_576;

/** A block of cells of one sheet; rows and columns count from 0, both ends belong to it. */
export interface Area {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

export function cellKey(row: number, column: number): number {
  return row * MAX_COLUMNS + column;
}

export function rowOf(key: number): number {
  return Math.floor(key / MAX_COLUMNS);
}

export function columnOf(key: number): number {
  return key % MAX_COLUMNS;
}

const LETTERS: string[] = [];

/** `A` for 0, `AA` for 26. */
export function columnName(index: number): string {
  const known = LETTERS[index];
  if (known) return known;
  let name = "";
  for (let left = index + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    name = String.fromCharCode(65 + ((left - 1) % 26)) + name;
  }
  LETTERS[index] = name;
  return name;
}

/** The number of a column's letters, counted from 0. */
export function columnIndex(letters: string): number {
  let index = 0;
  for (const letter of letters.toUpperCase()) index = index * 26 + letter.charCodeAt(0) - 64;
  return index - 1;
}

export function cellName(row: number, column: number): string {
  return columnName(column) + (row + 1);
}

export function areaName({ top, left, bottom, right }: Area): string {
  const first = cellName(top, left);
  return top === bottom && left === right ? first : `${first}:${cellName(bottom, right)}`;
}

const CELL = /^\$?([A-Za-z]{1,3})\$?([0-9]{1,7})$/;
const COLUMN = /^\$?([A-Za-z]{1,3})$/;
const ROW = /^\$?([0-9]{1,7})$/;

function corner(text: string): { row: number; column: number } | null {
  const match = CELL.exec(text);
  if (!match?.[1] || !match[2]) return null;
  const row = Number(match[2]) - 1;
  const column = columnIndex(match[1]);
  return row >= 0 && row < MAX_ROWS && column < MAX_COLUMNS ? { row, column } : null;
}

/** `B2`, `A1:C5`, `B:C` or `2:3`; null when it is none of them. */
export function parseArea(text: string): Area | null {
  const [first = "", second = first, more] = text.trim().split(":");
  if (more !== undefined) return null;
  const from = corner(first);
  const to = corner(second);
  if (from && to) {
    return {
      top: Math.min(from.row, to.row),
      left: Math.min(from.column, to.column),
      bottom: Math.max(from.row, to.row),
      right: Math.max(from.column, to.column),
    };
  }
  const columns = [COLUMN.exec(first)?.[1], COLUMN.exec(second)?.[1]];
  if (columns[0] && columns[1]) {
    const [left, right] = [columnIndex(columns[0]), columnIndex(columns[1])].sort((a, b) => a - b);
    if (left === undefined || right === undefined || right >= MAX_COLUMNS) return null;
    return { top: 0, left, bottom: MAX_ROWS - 1, right };
  }
  const rows = [ROW.exec(first)?.[1], ROW.exec(second)?.[1]];
  if (!text.includes(":") || !rows[0] || !rows[1]) return null;
  const [top, bottom] = [Number(rows[0]) - 1, Number(rows[1]) - 1].sort((a, b) => a - b);
  if (top === undefined || bottom === undefined || top < 0 || bottom >= MAX_ROWS) return null;
  return { top, left: 0, bottom, right: MAX_COLUMNS - 1 };
}
