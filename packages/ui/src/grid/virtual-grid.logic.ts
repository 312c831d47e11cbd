/** Layout of a grid of equal tiles in a scrolling box. All numbers are pixels unless named otherwise. */
export interface GridLayout {
  columns: number;
  rows: number;
  tileWidth: number;
  tileHeight: number;
}

export interface GridInput {
  width: number;
  count: number;
  /** The width a tile should at least have. */
  minTileWidth: number;
  gap: number;
  /** Height of a tile for its width. */
  heightFor: (tileWidth: number) => number;
}

/** As many columns as fit, tiles stretched to fill the row; at least one column. */
export function gridLayout({ width, count, minTileWidth, gap, heightFor }: GridInput): GridLayout {
  const columns = Math.max(1, Math.floor((width + gap) / (minTileWidth + gap)));
  const tileWidth = Math.max(1, Math.floor((width - gap * (columns - 1)) / columns));
  return { columns, rows: Math.ceil(count / columns), tileWidth, tileHeight: heightFor(tileWidth) };
}

/** Indexes of the tiles in the given rows. */
export function indexesOfRows(rows: readonly number[], columns: number, count: number): number[] {
  return rows.flatMap((row) =>
    Array.from({ length: columns }, (_, column) => row * columns + column).filter((index) => index < count),
  );
}

export type GridKey = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown" | "Home" | "End";

/** Where the grid keyboard pattern moves the focus; stays put at the edges. */
export function moveInGrid(index: number, key: GridKey, columns: number, count: number): number {
  const last = count - 1;
  const to = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index - columns,
    ArrowDown: index + columns,
    Home: 0,
    End: last,
  }[key];
  return to < 0 || to > last ? Math.max(0, Math.min(index, last)) : to;
}

export function isGridKey(key: string): key is GridKey {
  return ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"].includes(key);
}
