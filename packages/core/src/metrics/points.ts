/** Points of one series or curve in the order of their steps, in columns: a million of them must be cheap to hold. */
export interface Points {
  length: number;
  step: Int32Array;
  value: Float64Array;
  /** Milliseconds since 1970. */
  at: Float64Array;
}

export function emptyPoints(capacity = 0): Points {
  return {
    length: 0,
    step: new Int32Array(capacity),
    value: new Float64Array(capacity),
    at: new Float64Array(capacity),
  };
}

/** Room for `extra` more points; grows by half, so that appending costs little on average. */
export function reserve(points: Points, extra: number): Points {
  const needed = points.length + extra;
  if (needed <= points.step.length) return points;
  const grown = emptyPoints(Math.max(needed, Math.ceil(points.step.length * 1.5)));
  grown.step.set(points.step.subarray(0, points.length));
  grown.value.set(points.value.subarray(0, points.length));
  grown.at.set(points.at.subarray(0, points.length));
  grown.length = points.length;
  return grown;
}

/** The first index whose step is at least `step`; `length` when there is none. */
export function lowerBound(points: Points, step: number): number {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((points.step[middle] ?? 0) < step) low = middle + 1;
    else high = middle;
  }
  return low;
}
