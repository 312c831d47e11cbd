import type { GridKey } from "./virtual-grid.logic.ts";

/** A run of tiles under one heading. */
export interface GridSection {
  key: string;
  /** Tiles that show; 0 of a section that is closed. */
  count: number;
}

/** One row of a grid in sections: a heading, or the tiles `from` up to, not including, `to`. */
export type GridRow = { kind: "header"; section: number } | { kind: "tiles"; from: number; to: number };

/** Rows of a grid; tiles are numbered through over all sections. One section without a heading is a plain grid. */
export function gridRows(
  sections: readonly GridSection[],
  { columns, headers }: { columns: number; headers: boolean },
): GridRow[] {
  const rows: GridRow[] = [];
  let from = 0;
  sections.forEach(({ count }, section) => {
    if (headers) rows.push({ kind: "header", section });
    const end = from + count;
    for (; from < end; from += columns) rows.push({ kind: "tiles", from, to: Math.min(end, from + columns) });
    from = end;
  });
  return rows;
}

/** Place of the row that holds a tile, or -1. */
export function rowOfTile(rows: readonly GridRow[], index: number): number {
  return rows.findIndex((row) => row.kind === "tiles" && row.from <= index && index < row.to);
}

/** Where a key of the grid pattern moves the focus. Up and down keep the column and pass over headings. */
export function moveInRows(rows: readonly GridRow[], index: number, key: GridKey): number {
  const tiles = rows.filter((row) => row.kind === "tiles");
  const last = (tiles.at(-1)?.to ?? 1) - 1;
  const at = Math.max(0, Math.min(index, last));
  if (key === "Home") return 0;
  if (key === "End") return last;
  if (key === "ArrowLeft") return Math.max(0, at - 1);
  if (key === "ArrowRight") return Math.min(last, at + 1);
  const row = tiles.findIndex((each) => at < each.to);
  const target = tiles[row + (key === "ArrowDown" ? 1 : -1)];
  if (!target) return at;
  return Math.min(target.to - 1, target.from + at - (tiles[row]?.from ?? at));
}

/** Numbers of the tiles in the given rows. */
export function tilesOfRows(rows: readonly (GridRow | undefined)[]): number[] {
  return rows.flatMap((row) =>
    row?.kind === "tiles" ? Array.from({ length: row.to - row.from }, (_, offset) => row.from + offset) : [],
  );
}
