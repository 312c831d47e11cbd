/** Sizes of the score network. */
export interface NetworkShape {
  /** log2 of the rows of the pair table. */
  tableBits: number;
  /** Numbers per row. */
  width: number;
  hidden: number;
}

/** The shape the experiments settled on: 2^18 rows × 4, 16 hidden units, 1,048,672 weights. */
export const DEFAULT_SHAPE: NetworkShape = { tableBits: 18, width: 4, hidden: 16 };

/** Where each part stands in the one flat array of weights: table, W (hidden × width), b (hidden), v (hidden). */
export function layoutOf(shape: NetworkShape) {
  const table = 2 ** shape.tableBits * shape.width;
  const w = table;
  const b = w + shape.hidden * shape.width;
  const v = b + shape.hidden;
  return { table: 0, w, b, v, total: v + shape.hidden };
}

/** Number of weights. */
export function weightCount(shape: NetworkShape): number {
  return layoutOf(shape).total;
}
