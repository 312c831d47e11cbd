import { describe, expect, it } from "vitest";
import {
  type ChartSeries,
  drawPoints,
  foldEqual,
  groupMarks,
  isConstant,
  type Mark,
  nearestIndex,
} from "./series.logic.ts";
import { formatX, mergeStandstills, placeX, standsStillBetween, xTicks } from "./x-axis.logic.ts";
import { formatValue, yRange, yTicks } from "./y-axis.logic.ts";
import { brushed, panned, union, zoomed } from "./zoom.logic.ts";

describe("groupMarks", () => {
  const mark = (x: number, kind: Mark["kind"] = "NaN"): Mark => ({ x, kind, step: x });
  const plot = { toPx: (x: number) => x - 100, width: 200 };

  it("takes those together that would lie over each other, each kind apart", () => {
    const marks = [mark(150), mark(160), mark(110), mark(162, "Infinity"), mark(190)];
    expect(groupMarks(marks, plot)).toEqual([
      { kind: "NaN", left: 10, first: 110, last: 110, count: 1 },
      { kind: "NaN", left: 50, first: 150, last: 160, count: 2 },
      { kind: "Infinity", left: 62, first: 162, last: 162, count: 1 },
      { kind: "NaN", left: 90, first: 190, last: 190, count: 1 },
    ]);
  });

  it("leaves out what a zoom has moved off the plot", () => {
    expect(groupMarks([mark(99), mark(301), mark(300)], plot)).toMatchObject([{ first: 300 }]);
  });
});

describe("foldEqual", () => {
  const curve = (key: string, value: ChartSeries["value"], step = [1, 2, 3]): ChartSeries => ({
    ...{ key, label: key, colour: key, step, value, smoothed: null },
    ...{ at: step, total: step.length, bucket: 1 },
  });

  it("draws curves with equal points once, by all their names", () => {
    const folded = foldEqual([
      curve("a", [1, "NaN", 3]),
      curve("b", [1, 2, 3]),
      curve("c", [1, "NaN", 3]),
      curve("d", [1, "NaN", 3]),
    ]);
    expect(folded.map(({ key, label, folded }) => [key, label, folded])).toEqual([
      ["a", "a = c = d", 2],
      ["b", "b", 0],
    ]);
  });

  it("keeps apart what differs in one point, in length, or is a single point", () => {
    expect(foldEqual([curve("a", [1, 2, 3]), curve("b", [1, 2, 3.0001])])).toHaveLength(2);
    expect(foldEqual([curve("a", [1, 2, 3]), curve("b", [1, 2], [1, 2])])).toHaveLength(2);
    expect(foldEqual([curve("a", [1, 2, 3]), curve("b", [1, 2, 3], [1, 2, 4])])).toHaveLength(2);
    expect(foldEqual([curve("a", [1], [1]), curve("b", [1], [1])])).toHaveLength(2);
  });
});

describe("drawPoints", () => {
  const steps = [1, 2, 3, 4];
  it("never draws what was not logged: no clamping on a logarithmic axis", () => {
    const { points, hidden } = drawPoints({ xs: steps, steps, values: [0.1, 0, -2, 0.4], log: true });
    expect(points.map((point) => point.y)).toEqual([0.1, null, null, 0.4]);
    expect(hidden).toBe(2);
  });

  it("marks what is no number, each kind apart, and breaks the line there", () => {
    const { points, marks } = drawPoints({ xs: steps, steps, values: [1, "NaN", "Infinity", 2], log: false });
    expect(marks).toEqual([
      { x: 2, kind: "NaN", step: 2 },
      { x: 3, kind: "Infinity", step: 3 },
    ]);
    expect(points.map((point) => point.y)).toEqual([1, null, null, 2]);
  });

  it("does not join points across a break", () => {
    const { points } = drawPoints({
      xs: [0, 10],
      steps: [1, 2],
      values: [1, 2],
      log: false,
      breakBefore: (index) => index === 1,
    });
    expect(points).toEqual([
      { x: 0, y: 1 },
      { x: 5, y: null },
      { x: 10, y: 2 },
    ]);
  });
});

it("finds the point that the cursor is nearest to, so that a hover says the real step", () => {
  expect(nearestIndex([1, 5, 20], 7)).toBe(1);
  expect(nearestIndex([1, 5, 20], 100)).toBe(2);
  expect(nearestIndex([], 1)).toBe(-1);
});

it("calls a series constant only after enough points", () => {
  expect(isConstant(new Array(12).fill(0))).toBe(true);
  expect(isConstant([0, 0, 0])).toBe(false);
  expect(isConstant([...new Array(12).fill(0), 1])).toBe(false);
});

describe("the four axes", () => {
  const timeline = { startAt: 1000, standstills: [{ fromAt: 3000, toAt: 7000 }] };
  const point = { step: 9, at: 8000 };
  it("place a point by step, time since start, clock, and time without standstills", () => {
    expect(placeX("step", point, timeline)).toBe(9);
    expect(placeX("time", point, timeline)).toBe(7000);
    expect(placeX("clock", point, timeline)).toBe(8000);
    expect(placeX("active", point, timeline)).toBe(3000);
  });

  it("know where training stood still", () => {
    expect(standsStillBetween(timeline, 2900, 7100)).toBe(true);
    expect(standsStillBetween(timeline, 7100, 8000)).toBe(false);
  });

  it("count spans that overlap once", () => {
    const spans = [
      { fromAt: 5, toAt: 9 },
      { fromAt: 0, toAt: 6 },
      { fromAt: 20, toAt: 20 },
    ];
    expect(mergeStandstills(spans)).toEqual([{ fromAt: 0, toAt: 9 }]);
  });

  it("label round steps and round times", () => {
    expect(xTicks("step", [0, 100], 5)).toEqual([0, 20, 40, 60, 80, 100]);
    expect(xTicks("step", [3, 5], 5)).toEqual([3, 4, 5]);
    expect(xTicks("time", [0, 600_000], 3)).toEqual([0, 300_000, 600_000]);
    expect(formatX("time", 3_725_000)).toBe("1:02:05");
    expect(formatX("active", 65_000)).toBe("1:05");
  });
});

describe("yRange", () => {
  it("keeps a flat line at zero off the edge", () => {
    expect(yRange([0, 0], false)).toEqual([-1, 1]);
    const [low] = yRange([0, 4], false) ?? [0, 0];
    expect(low).toBeLessThan(0);
  });
  it("does not let what is no number, or not positive on a logarithm, set the scale", () => {
    expect(yRange([Number.NaN, Number.POSITIVE_INFINITY], false)).toBeNull();
    expect(yRange([0, -1], true)).toBeNull();
    expect(yRange([0, 1, 100], true)?.[0]).toBeGreaterThan(0.5);
  });
});

it("labels powers of ten on a logarithmic axis", () => {
  expect(yTicks([0.0008, 12], true)).toEqual([0.001, 0.01, 0.1, 1, 10]);
  expect(yTicks([-0.06, 1.06], false)).toEqual([0, 0.5, 1]);
});

it("writes values so that they can be told apart", () => {
  expect(formatValue(0.0312, "share")).toBe("3.1 %");
  expect(formatValue(0.62, "share")).toBe("62 %");
  expect(formatValue(0.00004, "nats")).toBe("4.0e−5");
  expect(formatValue(1234, "per minute")).toBe("1,234");
});

describe("zoom", () => {
  it("takes a drag in either direction for the same range, and a click for none", () => {
    expect(brushed(40, 10, 1)).toEqual([10, 40]);
    expect(brushed(10, 10.4, 1)).toBeNull();
  });
  it("goes in and out by steps and ends at the whole", () => {
    expect(zoomed([0, 100], [0, 100], 0.5)).toEqual([25, 75]);
    expect(zoomed([25, 75], [0, 100], 2)).toBeNull();
    expect(zoomed([0, 100], [0, 100], 0.5, 0)).toEqual([0, 50]);
  });
  it("moves within the whole", () => {
    expect(panned([10, 20], [0, 100], -50)).toEqual([0, 10]);
    expect(panned([10, 20], [0, 100], 500)).toEqual([90, 100]);
  });
  it("covers runs of unequal length", () => {
    expect(
      union([
        [0, 10],
        [5, 80],
      ]),
    ).toEqual([0, 80]);
    expect(union([])).toBeNull();
  });
});
