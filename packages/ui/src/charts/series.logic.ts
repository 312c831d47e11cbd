/** A value as it was logged; JSON has no number for the last three. */
export type Logged = number | "NaN" | "Infinity" | "-Infinity";

/** One curve: points in order of their step, already sampled so that the extremes of every bucket are among them. */
export interface ChartSeries {
  key: string;
  label: string;
  /** A CSS colour. */
  colour: string;
  dashed?: boolean;
  step: readonly number[];
  value: readonly Logged[];
  /** Parallel to `value`; null where the smoothing window is not filled yet. */
  smoothed: readonly (number | null)[] | null;
  /** Milliseconds of the server's clock, parallel to `step`. */
  at: readonly number[];
  /** Points that were logged in the range on screen, drawn or not. */
  total: number;
  /** Further curves with the very same points, which this one stands for. */
  folded?: number;
  /** Steps that one bucket of the sampling spans; 1 when every point is here. */
  bucket: number;
}

export interface DrawnPoint {
  x: number;
  /** Null breaks the line: a pause, or a value that has no place on this axis. */
  y: number | null;
}

export interface Mark {
  x: number;
  kind: "NaN" | "Infinity" | "-Infinity";
  step: number;
}

/** Marks that would lie over each other, as one. */
export interface MarkGroup {
  kind: Mark["kind"];
  /** Of the first, in pixels. */
  left: number;
  first: number;
  last: number;
  count: number;
}

/**
 * Marks of a plot, left to right, those of a kind that are closer than `least` pixels taken together. What is outside of
 * the plot is left out.
 */
export function groupMarks(
  marks: readonly Mark[],
  { toPx, width, least = 20 }: { toPx: (x: number) => number; width: number; least?: number },
): MarkGroup[] {
  const groups: MarkGroup[] = [];
  for (const { x, kind, step } of [...marks].sort((a, b) => a.x - b.x)) {
    const left = toPx(x);
    if (left < 0 || left > width) continue;
    const near = groups.findLast((group) => group.kind === kind);
    if (near && left - near.left < least) Object.assign(near, { last: step, count: near.count + 1 });
    else groups.push({ kind, left, first: step, last: step, count: 1 });
  }
  return groups;
}

/** The index of the element nearest to `x` in an ascending list, or -1 in an empty one. */
export function nearestIndex(xs: readonly number[], x: number): number {
  if (xs.length === 0) return -1;
  let low = 0;
  let high = xs.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((xs[middle] ?? 0) < x) low = middle + 1;
    else high = middle;
  }
  const after = xs[low] ?? 0;
  const before = xs[low - 1];
  return before !== undefined && x - before <= after - x ? low - 1 : low;
}

/** True when two curves have the same points: drawn both, one would hide the other. */
function isSame(a: ChartSeries, b: ChartSeries): boolean {
  return (
    a.step.length >= 2 &&
    a.step.length === b.step.length &&
    a.total === b.total &&
    a.step.every((step, index) => step === b.step[index] && a.value[index] === b.value[index])
  );
}

/**
 * Curves with the same points as one that bears all their names. Only what is equal in every point is one: a curve that
 * comes close to another is another.
 */
export function foldEqual<Series extends ChartSeries>(
  series: readonly Series[],
): (Series & { folded: number })[] {
  const groups: [Series, ...Series[]][] = [];
  for (const one of series) {
    const group = groups.find(([first]) => isSame(first, one));
    if (group) group.push(one);
    else groups.push([one]);
  }
  return groups.map(([first, ...others]) => ({
    ...first,
    label: [first, ...others].map(({ label }) => label).join(" = "),
    folded: others.length,
  }));
}

/** True when a series of some length never moved: a constant is no sign of health. */
export function isConstant(values: readonly Logged[]): boolean {
  return values.length >= 10 && values.every((value) => value === values[0]);
}

/**
 * The points of a line. Values that are no numbers become marks; on a logarithmic axis what is not positive has no
 * place and is left out, never moved to the axis. `breakBefore` says where the line must not be joined.
 */
export function drawPoints(options: {
  xs: readonly number[];
  values: readonly (Logged | null)[];
  steps: readonly number[];
  log: boolean;
  breakBefore?: (index: number) => boolean;
}): { points: DrawnPoint[]; marks: Mark[]; hidden: number } {
  const { xs, values, steps, log, breakBefore } = options;
  const points: DrawnPoint[] = [];
  const marks: Mark[] = [];
  let hidden = 0;
  for (const [index, x] of xs.entries()) {
    const value = values[index] ?? null;
    if (index > 0 && breakBefore?.(index)) points.push({ x: ((xs[index - 1] ?? x) + x) / 2, y: null });
    if (typeof value === "number") {
      const placeless = log && value <= 0;
      if (placeless) hidden += 1;
      points.push({ x, y: placeless ? null : value });
    } else {
      if (value !== null) marks.push({ x, kind: value, step: steps[index] ?? 0 });
      points.push({ x, y: null });
    }
  }
  return { points, marks, hidden };
}
