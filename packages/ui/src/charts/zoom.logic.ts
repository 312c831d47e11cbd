export type XRange = readonly [number, number];

/** The range from one end of a drag to the other, whichever way it went; null for what is no more than a click. */
export function brushed(from: number, to: number, least: number): XRange | null {
  const range: XRange = from <= to ? [from, to] : [to, from];
  return range[1] - range[0] < least ? null : range;
}

/** Half or double the range around a place; null once all of `whole` is shown. */
export function zoomed(range: XRange, whole: XRange, factor: number, around?: number): XRange | null {
  const centre = around ?? (range[0] + range[1]) / 2;
  return inside([centre - (centre - range[0]) * factor, centre + (range[1] - centre) * factor], whole);
}

/** The range moved by `distance`, stopped at the ends of `whole`. */
export function panned(range: XRange, whole: XRange, distance: number): XRange {
  const room = Math.min(Math.max(distance, whole[0] - range[0]), whole[1] - range[1]);
  return [range[0] + room, range[1] + room];
}

function inside(range: XRange, whole: XRange): XRange | null {
  const cut: XRange = [Math.max(range[0], whole[0]), Math.min(range[1], whole[1])];
  return cut[0] <= whole[0] && cut[1] >= whole[1] ? null : cut;
}

/** What covers all of several ranges; null when there is none. */
export function union(ranges: readonly XRange[]): XRange | null {
  const [first, ...rest] = ranges;
  if (!first) return null;
  return rest.reduce<XRange>(([a, b], [c, d]) => [Math.min(a, c), Math.max(b, d)], first);
}
