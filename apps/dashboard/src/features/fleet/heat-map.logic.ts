import { type GridRow, type GridSection, gridRows } from "@deskrl/ui";

export const MAP_PADDING = 12;
export const MAP_HEADER = 26;
const GAP = 2;
const SIZES = { most: 26, least: 9 } as const;

export interface MapLayout {
  /** Side of a cell, and from one cell to the next, in pixels. */
  cell: number;
  pitch: number;
  columns: number;
  rows: readonly GridRow[];
  /** Top of each row. */
  tops: readonly number[];
  /** Of everything. */
  height: number;
}

export interface MapInput {
  width: number;
  /** What is there without scrolling. */
  height: number;
  sections: readonly GridSection[];
  headers: boolean;
}

/** Cells as large as they can be while everything fits, down to a size that can still be hit; then the map scrolls. */
export function mapLayout({ width, height, sections, headers }: MapInput): MapLayout {
  let layout = layoutOf(SIZES.least);
  for (let cell: number = SIZES.most; cell > SIZES.least; cell -= 1) {
    layout = layoutOf(cell);
    if (layout.height <= height) return layout;
  }
  return layoutOf(SIZES.least);

  function layoutOf(cell: number): MapLayout {
    const pitch = cell + GAP;
    const columns = Math.max(1, Math.floor((width - 2 * MAP_PADDING + GAP) / pitch));
    const rows = gridRows(sections, { columns, headers });
    const tops: number[] = [];
    let top = MAP_PADDING;
    for (const row of rows) {
      tops.push(top);
      top += row.kind === "header" ? MAP_HEADER : pitch;
    }
    return { cell, pitch, columns, rows, tops, height: top + MAP_PADDING - GAP };
  }
}

/** The first and last row that touch the given stretch, for drawing only what shows. */
export function rowsBetween({ rows, tops, pitch }: MapLayout, from: number, to: number): [number, number] {
  let first = 0;
  let last = rows.length;
  // Tops grow, so the first row that ends after `from` is found by halving.
  while (first < last) {
    const middle = (first + last) >> 1;
    const height = rows[middle]?.kind === "header" ? MAP_HEADER : pitch;
    if ((tops[middle] ?? 0) + height <= from) first = middle + 1;
    else last = middle;
  }
  let end = first;
  while (end < rows.length && (tops[end] ?? 0) < to) end += 1;
  return [first, end];
}

/** What is at a point of the map: a tile by its number, a heading by its section, or nothing. */
export function hitMap(
  layout: MapLayout,
  { x, y }: { x: number; y: number },
): { tile: number } | { section: number } | null {
  const [first, end] = rowsBetween(layout, y, y + 1);
  const row = first < end ? layout.rows[first] : undefined;
  if (!row) return null;
  if (row.kind === "header") return { section: row.section };
  const column = Math.floor((x - MAP_PADDING) / layout.pitch);
  const tile = row.from + column;
  return column >= 0 && column < layout.columns && tile < row.to ? { tile } : null;
}

/** Where a tile is drawn; null when there is no such tile. */
export function cellAt(layout: MapLayout, tile: number): { x: number; y: number } | null {
  const at = layout.rows.findIndex((row) => row.kind === "tiles" && row.from <= tile && tile < row.to);
  const row = layout.rows[at];
  if (row?.kind !== "tiles") return null;
  return { x: MAP_PADDING + (tile - row.from) * layout.pitch, y: layout.tops[at] ?? 0 };
}
