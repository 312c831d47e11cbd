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

export type GridKey = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown" | "Home" | "End";

/** Whether a key is one of the grid keyboard pattern. */
export function isGridKey(key: string): key is GridKey {
  return ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"].includes(key);
}
