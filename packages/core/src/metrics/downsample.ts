import type { Points } from "./points.ts";

export interface Sample {
  /** Steps that a bucket covers; 1 when every point is there. */
  bucket: number;
  /** Indices of the points that are drawn, ascending. */
  indices: number[];
}

/** Which part of a curve is looked at: from the first index up to but without `to`. */
export interface Slice {
  from: number;
  to: number;
}

/**
 * Chooses the points to draw. Buckets are aligned to absolute steps and their width is a power of two, so that what is
 * drawn of the past stays as it is while a run grows, but for when the width doubles. Each bucket keeps its lowest and its
 * highest point and its first that is no finite number; the first and the last point of the slice are always there.
 */
export function downsample(points: Points, { from, to }: Slice, maxPoints: number): Sample {
  const total = to - from;
  if (total <= maxPoints) return { bucket: 1, indices: Array.from({ length: total }, (_, at) => from + at) };
  let perBucket = 2;
  for (let index = from; index < to && perBucket === 2; index += 1)
    if (!Number.isFinite(points.value[index] ?? 0)) perBucket = 3;
  const limit = Math.max(1, Math.floor((maxPoints - 2) / perBucket));
  const shift = chooseShift(points, { from, to }, limit);
  return { bucket: 2 ** shift, indices: pick(points, { from, to }, shift) };
}

/** The exponent of the narrowest width with which the slice has at most `limit` buckets. */
function chooseShift({ step }: Points, { from, to }: Slice, limit: number): number {
  const first = step[from] ?? 0;
  const last = step[to - 1] ?? 0;
  let shift = 0;
  while ((last >> shift) - (first >> shift) + 1 > limit) shift += 1;
  // Where steps are far apart most buckets are empty: a finer width may do as well.
  while (shift > 0 && fits(step, { from, to }, { shift: shift - 1, limit })) shift -= 1;
  return shift;
}

function fits(
  step: Int32Array,
  { from, to }: Slice,
  { shift, limit }: { shift: number; limit: number },
): boolean {
  let count = 0;
  let before = Number.NaN;
  for (let index = from; index < to; index += 1) {
    const bucket = (step[index] ?? 0) >> shift;
    if (bucket === before) continue;
    count += 1;
    if (count > limit) return false;
    before = bucket;
  }
  return true;
}

function pick({ step, value }: Points, { from, to }: Slice, shift: number): number[] {
  const chosen: number[] = [];
  let start = from;
  while (start < to) {
    const bucket = (step[start] ?? 0) >> shift;
    let lowest = -1;
    let highest = -1;
    let odd = -1;
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    let index = start;
    for (; index < to && (step[index] ?? 0) >> shift === bucket; index += 1) {
      const one = value[index] ?? 0;
      if (one - one !== 0) {
        // Neither NaN nor an infinite number is 0 when taken from itself.
        if (odd < 0) odd = index;
        continue;
      }
      if (one < low) {
        low = one;
        lowest = index;
      }
      if (one > high) {
        high = one;
        highest = index;
      }
    }
    const kept = [start === from ? from : -1, lowest, highest, odd, index === to ? to - 1 : -1];
    for (const one of [...new Set(kept)].filter((at) => at >= 0).sort((a, b) => a - b)) chosen.push(one);
    start = index;
  }
  return chosen;
}
