import { niceStep } from "./x-axis.logic.ts";

export type Range = readonly [number, number];

/** Share of a range that is left free above and below, so that a flat line at 0 does not hide under the axis. */
const PADDING = 0.06;

/**
 * The range of an axis around values. Zero is in it when the values come near it; a constant gets room on both sides.
 * On a logarithmic axis only positive values count. Null when nothing can be drawn.
 */
export function yRange(values: Iterable<number>, log: boolean): Range | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (!Number.isFinite(value) || (log && value <= 0)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low > high) return null;
  if (log) {
    const room = low === high ? 2 : (high / low) ** PADDING;
    return [low / room, high * room];
  }
  if (low > 0 && low < high * 0.6) low = 0;
  if (high < 0 && high > low * 0.6) high = 0;
  const room = low === high ? Math.abs(low) * 0.2 || 1 : (high - low) * PADDING;
  return [low - room, high + room];
}

/** Round values inside a range, about `count` of them. */
export function yTicks([low, high]: Range, log: boolean, count = 4): number[] {
  const ticks: number[] = [];
  if (log) {
    const [from, to] = [Math.ceil(Math.log10(low)), Math.floor(Math.log10(high))];
    if (to - from >= 1) {
      const every = Math.max(1, Math.ceil((to - from) / count));
      for (let power = from; power <= to; power += every) ticks.push(10 ** power);
      return ticks;
    }
  }
  const step = niceStep((high - low) / count);
  for (let index = Math.ceil(low / step); index * step <= high; index += 1) {
    // Multiples of a decimal step are not exact in binary.
    ticks.push(Number((index * step).toPrecision(12)));
  }
  return ticks;
}

/** Units of measured values; `1` has no name. */
export type Unit = "nats" | "share" | "steps" | "per minute" | "per second" | "versions" | "1";

/** A value with enough digits to tell it from its neighbours: `0.0032`, `12.4`, `62 %`. */
export function formatValue(value: number, unit: Unit): string {
  if (!Number.isFinite(value)) return String(value);
  if (unit === "share") {
    const percent = value * 100;
    return `${Number(percent.toFixed(Math.abs(percent) < 10 && percent !== 0 ? 1 : 0))} %`;
  }
  const size = Math.abs(value);
  if (size === 0) return "0";
  if (size < 0.001 || size >= 1e6) return value.toExponential(1).replace("e+", "e").replace("e-", "e−");
  if (size >= 1000) return Math.round(value).toLocaleString("en-US");
  return String(Number(value.toPrecision(3)));
}

/** The unit as it stands in a header; nothing for a bare number. */
export function unitWord(unit: Unit): string {
  return unit === "1" ? "" : unit === "share" ? "%" : unit;
}
