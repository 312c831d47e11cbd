import { layoutOf, type NetworkShape } from "../network-shape.ts";

/** The largest decision that the kernels take; a larger one is computed without them. */
export const ROOM = { tokens: 4_096, members: 32_768, candidates: 1_024, states: 2_048 };

const PAGE_BYTES = 65_536;
const DOUBLE = 8;

/** Addresses of a network's arrays in its memory, and the pages that they need. Each begins at a multiple of 16. */
export function kernelLayout(shape: NetworkShape) {
  const weightBytes = layoutOf(shape).total * 4;
  const { tokens, members, candidates, states } = ROOM;
  let end = 16;
  const place = (bytes: number) => {
    const at = end;
    end += Math.ceil(bytes / 16) * 16;
    return at;
  };
  // What acting needs stands together; memory that nobody writes to is never taken from the system.
  const at = {
    tokens: place(tokens * 4),
    members: place(members * 2),
    offsets: place((candidates + 1) * 4),
    states: place(states * 4),
    mixed: place(states * 4),
    tokenSums: place(tokens * 4 * DOUBLE),
    tokenGradients: place(tokens * 4 * DOUBLE),
    sums: place(candidates * 4 * DOUBLE),
    pre: place(candidates * shape.hidden * DOUBLE),
    scores: place(candidates * DOUBLE),
    scoreGradients: place(candidates * DOUBLE),
    dense: place(shape.hidden * 6 * DOUBLE),
    touched: place(Math.max(4, 2 ** shape.tableBits / 8)),
    weights: place(weightBytes),
    values: place(weightBytes),
    m: place(weightBytes),
    v: place(weightBytes),
  };
  return { at, pages: Math.ceil(end / PAGE_BYTES) };
}

/** Whether the kernels are made for a network: rows of four, an even number of hidden units. */
export function fitsKernels({ width, hidden }: NetworkShape): boolean {
  return width === 4 && hidden > 0 && hidden % 2 === 0;
}
