/** What runs along the bottom: the step, the time since the run began, the clock, or that time without standstills. */
export const X_KINDS = ["step", "time", "clock", "active"] as const;
export type XKind = (typeof X_KINDS)[number];

export const X_WORDS: Record<XKind, string> = {
  step: "step",
  time: "time since start",
  clock: "clock",
  active: "active time",
};

/** A span of the clock in which nothing was trained, milliseconds. */
export interface Standstill {
  fromAt: number;
  toAt: number;
}

/** What is needed to place the points of one branch. */
export interface Timeline {
  startAt: number;
  /** In order, not overlapping. */
  standstills: readonly Standstill[];
}

/** Joins spans that overlap or touch, in order. */
export function mergeStandstills(spans: readonly Standstill[]): Standstill[] {
  const merged: Standstill[] = [];
  for (const span of [...spans].sort((a, b) => a.fromAt - b.fromAt)) {
    if (span.toAt <= span.fromAt) continue;
    const last = merged.at(-1);
    if (last && span.fromAt <= last.toAt) last.toAt = Math.max(last.toAt, span.toAt);
    else merged.push({ ...span });
  }
  return merged;
}

function stoodStill(timeline: Timeline, at: number): number {
  let total = 0;
  for (const { fromAt, toAt } of timeline.standstills) {
    if (fromAt >= at) break;
    total += Math.max(0, Math.min(at, toAt) - Math.max(fromAt, timeline.startAt));
  }
  return total;
}

/** Where a point is along an axis: steps, or milliseconds. */
export function placeX(kind: XKind, point: { step: number; at: number }, timeline: Timeline): number {
  switch (kind) {
    case "step":
      return point.step;
    case "clock":
      return point.at;
    case "time":
      return point.at - timeline.startAt;
    case "active":
      return point.at - timeline.startAt - stoodStill(timeline, point.at);
  }
}

/** True when training stood still between two moments: a line that joins them would invent what happened. */
export function standsStillBetween(timeline: Timeline, before: number, after: number): boolean {
  return timeline.standstills.some(({ fromAt, toAt }) => fromAt >= before && toAt <= after);
}

const MINUTE = 60_000;
const SPANS = [1, 2, 5, 10, 15, 30].flatMap((n) => [n * 1000, n * MINUTE]);
const HOURS = [1, 2, 3, 6, 12, 24, 48, 96, 168].map((n) => n * 60 * MINUTE);
const TIME_STEPS = [...SPANS, ...HOURS].sort((a, b) => a - b);

/** Round places for the labels of an axis, at most `count` of them, all inside the range. */
export function xTicks(kind: XKind, [from, to]: readonly [number, number], count: number): number[] {
  const span = to - from;
  if (!(span > 0)) return [from];
  const step =
    kind === "step"
      ? Math.max(1, niceStep(span / Math.max(1, count)))
      : (TIME_STEPS.find((each) => span / each <= count) ?? niceStep(span / count));
  // Ticks of the clock stand on round local times, not on round UTC ones.
  const shift = kind === "clock" ? new Date(from).getTimezoneOffset() * MINUTE : 0;
  const ticks: number[] = [];
  // A long label at the very edge would be cut.
  const end = kind === "clock" ? to - span * 0.03 : to;
  for (let at = Math.ceil((from - shift) / step) * step + shift; at <= end; at += step) ticks.push(at);
  return ticks;
}

/** The next of 1, 2, 5, 10, 20, … that is at least `rough`. */
export function niceStep(rough: number): number {
  if (!(rough > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = rough / power;
  return (factor <= 1 ? 1 : factor <= 2 ? 2 : factor <= 5 ? 5 : 10) * power;
}

/** A place on an axis in words: `step 40`, `3:20`, `14:05:10`. */
export function formatX(kind: XKind, x: number): string {
  if (kind === "step") return Math.round(x).toLocaleString("en-US");
  if (kind === "clock") {
    return new Date(x).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
  }
  const seconds = Math.round(x / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.abs(seconds % 60)];
  const tail = `${h > 0 ? String(m).padStart(2, "0") : m}:${String(s).padStart(2, "0")}`;
  return h > 0 ? `${h}:${tail}` : tail;
}
