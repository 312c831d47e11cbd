import { emptyPoints, type Points } from "./points.ts";

/** One curve made of the attempts of a branch. */
export interface Curve extends Points {
  /** For each point, which of the attempts it is from. */
  source: Uint16Array;
}

/**
 * One curve of several attempts, oldest first: where two have a point at the same step, the newer counts. What an older
 * attempt had beyond the newer one stays until the newer has come so far.
 */
export function mergeAttempts(attempts: readonly Points[]): Curve {
  const [first = emptyPoints(), ...newer] = attempts;
  let merged: Curve = { ...first, source: new Uint16Array(first.length) };
  newer.forEach((points, index) => {
    merged = overlay(merged, points, index + 1);
  });
  return merged;
}

function overlay(old: Curve, fresh: Points, source: number): Curve {
  const out: Curve = {
    ...emptyPoints(old.length + fresh.length),
    source: new Uint16Array(old.length + fresh.length),
  };
  let left = 0;
  let right = 0;
  let length = 0;
  while (left < old.length || right < fresh.length) {
    const oldStep = left < old.length ? (old.step[left] ?? 0) : Number.POSITIVE_INFINITY;
    const freshStep = right < fresh.length ? (fresh.step[right] ?? 0) : Number.POSITIVE_INFINITY;
    const takeFresh = freshStep <= oldStep;
    const from: Points = takeFresh ? fresh : old;
    const at = takeFresh ? right : left;
    out.step[length] = from.step[at] ?? 0;
    out.value[length] = from.value[at] ?? 0;
    out.at[length] = from.at[at] ?? 0;
    out.source[length] = takeFresh ? source : (old.source[at] ?? 0);
    length += 1;
    if (takeFresh) right += 1;
    if (oldStep <= freshStep) left += 1;
  }
  out.length = length;
  return out;
}
