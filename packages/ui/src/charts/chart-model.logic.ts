import { type ChartSeries, type DrawnPoint, drawPoints, isConstant, type Mark } from "./series.logic.ts";
import { placeX, standsStillBetween, type Timeline, type XKind } from "./x-axis.logic.ts";
import { type Range, yRange } from "./y-axis.logic.ts";
import type { XRange } from "./zoom.logic.ts";

/** A stretch of the axis with a meaning: a phase, or a pause. */
export interface Band {
  key: string;
  from: number;
  to: number;
  /** What it is, for the hover. */
  label: string;
}

export interface PhaseBand extends Band {
  hue: PhaseHue;
}

/** The quiet hues behind the curves. */
export type PhaseHue = "bc" | "rl" | "entropulse" | "rl-again" | "eval";

/** A place where training went on after an interruption. */
export interface Seam {
  key: string;
  x: number;
  label: string;
}

export interface PreparedSeries {
  series: ChartSeries;
  xs: number[];
  raw: DrawnPoint[];
  smooth: DrawnPoint[] | null;
}

export interface ChartModel {
  lines: PreparedSeries[];
  marks: (Mark & { series: string })[];
  /** Values that have no place on a logarithmic axis. */
  hidden: number;
  yRange: Range | null;
  /** Steps that one drawn point stands for, the coarsest of the lines. */
  bucket: number;
  constant: boolean;
  points: number;
}

/** Everything that a panel draws, from what was logged. */
export function chartModel(options: {
  series: readonly ChartSeries[];
  timelineOf: (key: string) => Timeline;
  xKind: XKind;
  xRange: XRange | null;
  log: boolean;
}): ChartModel {
  const { series, timelineOf, xKind, xRange, log } = options;
  const marks: ChartModel["marks"] = [];
  let hidden = 0;
  let points = 0;
  const lines = series.map((one) => {
    const timeline = timelineOf(one.key);
    const xs = one.step.map((step, index) => placeX(xKind, { step, at: one.at[index] ?? 0 }, timeline));
    const byClock = xKind === "time" || xKind === "clock";
    const breakBefore = byClock
      ? (index: number) => standsStillBetween(timeline, one.at[index - 1] ?? 0, one.at[index] ?? 0)
      : undefined;
    const shared = { xs, steps: one.step, log, ...(breakBefore ? { breakBefore } : {}) };
    const raw = drawPoints({ ...shared, values: one.value });
    const smooth = one.smoothed && drawPoints({ ...shared, values: one.smoothed });
    marks.push(...raw.marks.map((mark) => ({ ...mark, series: one.key })));
    hidden += raw.hidden;
    points += one.step.length;
    return { series: one, xs, raw: raw.points, smooth: smooth?.points ?? null };
  });
  const inRange = ({ x, y }: DrawnPoint) => y !== null && (!xRange || (x >= xRange[0] && x <= xRange[1]));
  const values = lines.flatMap((line) => line.raw.filter(inRange).map((point) => point.y ?? Number.NaN));
  return {
    lines,
    marks,
    hidden,
    yRange: yRange(values, log),
    bucket: Math.max(1, ...series.map((one) => one.bucket)),
    constant: series.length > 0 && series.every((one) => isConstant(one.value)),
    points,
  };
}
