import { describe, expect, it } from "vitest";
import { downsample } from "./downsample.ts";
import { mergeAttempts } from "./merge-attempts.ts";
import { lowerBound, type Points } from "./points.ts";
import { smooth } from "./smooth.ts";

function curve(values: readonly number[], stepOf = (index: number) => index): Points {
  return {
    length: values.length,
    step: Int32Array.from(values, (_, index) => stepOf(index)),
    value: Float64Array.from(values),
    at: Float64Array.from(values, (_, index) => index * 1_000),
  };
}

/** Noise that is the same each time. */
function noise(count: number, seed = 1): number[] {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  });
}

const whole = (points: Points) => ({ from: 0, to: points.length });

describe("points that are drawn", () => {
  it("are all of them where they fit", () => {
    expect(downsample(curve(noise(50)), { from: 0, to: 50 }, 50)).toEqual({
      bucket: 1,
      indices: Array.from({ length: 50 }, (_, index) => index),
    });
  });

  it.each([100, 999, 12_345])("are never more than asked for, of %i points and more", (count) => {
    for (const maxPoints of [16, 100, 777, 2_000])
      for (const stepOf of [
        (i: number) => i,
        (i: number) => i * 37,
        (i: number) => (i < 50 ? i : i * 1_000),
      ]) {
        const points = curve(noise(count), stepOf);
        const { indices } = downsample(points, whole(points), maxPoints);
        expect(indices.length).toBeLessThanOrEqual(maxPoints);
        expect(indices).toEqual([...new Set(indices)].sort((a, b) => a - b));
      }
  });

  it("hold the extremes, each spike of a single point, and the first and the last", () => {
    const values = noise(10_000);
    values[4_321] = 99;
    values[7_777] = -99;
    const points = curve(values);
    const { indices } = downsample(points, whole(points), 200);
    expect(indices).toEqual(expect.arrayContaining([0, 4_321, 7_777, 9_999]));
  });

  it("hold the lowest and the highest of each bucket, which is aligned to absolute steps", () => {
    const points = curve(noise(10_000));
    const { bucket, indices } = downsample(points, { from: 1_003, to: 9_000 }, 200);
    expect(Math.log2(bucket) % 1).toBe(0);
    for (let start = Math.ceil(1_003 / bucket) * bucket; start + bucket <= 9_000; start += bucket) {
      const values = points.value.subarray(start, start + bucket);
      const drawn = indices.filter((at) => at >= start && at < start + bucket).map((at) => points.value[at]);
      expect(drawn).toContain(Math.min(...values));
      expect(drawn).toContain(Math.max(...values));
    }
  });

  it("stay as they are while the run grows, until the width doubles", () => {
    const values = noise(20_000);
    let before = downsample(curve(values.slice(0, 9_000)), { from: 0, to: 9_000 }, 200);
    let stable = 0;
    for (let length = 9_000; length <= 20_000; length += 250) {
      const now = downsample(curve(values.slice(0, length)), { from: 0, to: length }, 200);
      if (now.bucket === before.bucket) {
        stable += 1;
        const closed = Math.floor((length - 251) / now.bucket) * now.bucket;
        const past = (indices: number[]) => indices.filter((at) => at < closed);
        expect(past(now.indices)).toEqual(past(before.indices));
      }
      before = now;
    }
    expect(stable).toBeGreaterThan(40);
  });

  it("hold NaN and the infinite, without hiding the finite extremes beside them", () => {
    const values = noise(10_000);
    values[5_000] = Number.NaN;
    values[6_000] = Number.POSITIVE_INFINITY;
    values[6_001] = 50;
    const points = curve(values);
    const { indices } = downsample(points, whole(points), 300);
    expect(indices).toEqual(expect.arrayContaining([5_000, 6_000, 6_001]));
    expect(indices.length).toBeLessThanOrEqual(300);
  });
});

describe("smoothing", () => {
  it("leaves a constant as it is from the very first point", () => {
    expect([...smooth(curve([3, 3, 3, 3]), 100)].map((value) => value.toFixed(12))).toEqual(
      Array(4).fill("3.000000000000"),
    );
  });

  it("never changes a point when later ones come", () => {
    const values = noise(500);
    const all = smooth(curve(values), 30);
    expect([...smooth(curve(values.slice(0, 200)), 30)]).toEqual([...all.subarray(0, 200)]);
  });

  it("counts its window in steps, whatever the distance of the points", () => {
    const [, second] = smooth(
      curve([0, 1], (index) => index * 4),
      9,
    );
    // A weight of 0.8 a step: after 4 steps the first point weighs 0.8 ** 4.
    expect(second).toBeCloseTo(1 / (1 + 0.8 ** 4), 12);
  });

  it("has no value where the curve has none, and goes on after it", () => {
    const smoothed = smooth(curve([1, Number.NaN, Number.POSITIVE_INFINITY, 1]), 10);
    expect([...smoothed].map(Number.isFinite)).toEqual([true, false, false, true]);
    expect(smoothed[3]).toBeCloseTo(1, 12);
  });

  it("with a window of one step is the curve itself", () => {
    const values = noise(20);
    expect([...smooth(curve(values), 1)]).toEqual(values);
  });

  it("begin anew with each phase, whose first value is then drawn as it is", () => {
    const smoothed = smooth(curve([1, 1, 1, 5, 5, 5]), 50, (index) => (index < 3 ? "rl" : "entropulse"));
    expect([...smoothed].map((value) => value.toFixed(9))).toEqual(
      [1, 1, 1, 5, 5, 5].map((value) => value.toFixed(9)),
    );
  });
});

it("draws the newest attempt where attempts overlap, and the older one beyond it", () => {
  const merged = mergeAttempts([
    curve([0, 0, 0, 0, 0, 0]),
    curve([1, 1], (index) => index + 3),
    curve([2], () => 9),
  ]);
  expect([...merged.step.subarray(0, merged.length)]).toEqual([0, 1, 2, 3, 4, 5, 9]);
  expect([...merged.value.subarray(0, merged.length)]).toEqual([0, 0, 0, 1, 1, 0, 2]);
  expect([...merged.source.subarray(0, merged.length)]).toEqual([0, 0, 0, 1, 1, 0, 2]);
});

it("finds where a range begins", () => {
  const points = curve([0, 0, 0], (index) => index * 10);
  expect([-5, 0, 1, 10, 20, 21].map((step) => lowerBound(points, step))).toEqual([0, 0, 1, 1, 2, 3]);
});
