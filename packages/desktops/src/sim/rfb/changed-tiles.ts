const TILE = 64;

export interface TileRect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The parts of a picture that differ from another of the same size, in rows of tiles; all of it without another. */
export function changedTiles(
  before: Uint8Array | null,
  after: Uint8Array,
  { width, height }: { width: number; height: number },
): TileRect[] {
  if (!before) return [{ x: 0, y: 0, width, height }];
  const rects: TileRect[] = [];
  for (let y = 0; y < height; y += TILE) {
    const tileHeight = Math.min(TILE, height - y);
    let run: TileRect | null = null;
    for (let x = 0; x < width; x += TILE) {
      const tile = { x, y, width: Math.min(TILE, width - x), height: tileHeight };
      if (!differs(before, after, width, tile)) run = null;
      else if (run) run.width += tile.width;
      else {
        run = tile;
        rects.push(run);
      }
    }
  }
  return rects;
}

function differs(before: Uint8Array, after: Uint8Array, stride: number, tile: TileRect): boolean {
  for (let y = tile.y; y < tile.y + tile.height; y++) {
    const from = (y * stride + tile.x) * 4;
    const end = from + tile.width * 4;
    if (Buffer.compare(before.subarray(from, end), after.subarray(from, end)) !== 0) return true;
  }
  return false;
}
