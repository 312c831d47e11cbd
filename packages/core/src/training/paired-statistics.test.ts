import { describe, expect, it } from "vitest";
import { isGain, pairedDifference } from "./paired-statistics.ts";

const pairs = (differences: readonly number[]) => differences.map((one) => ({ a: 0.5 + one, b: 0.5 }));

describe("a paired difference", () => {
  it("has the mean, the standard error of the mean and the seeds won", () => {
    const result = pairedDifference(pairs([0.1, 0.2, 0.3, -0.2]));
    expect(result?.mean).toBeCloseTo(0.1, 12);
    // Deviations 0, 0.1, 0.2, −0.3: variance 0.14 / 3, over 4 seeds.
    expect(result?.se).toBeCloseTo(Math.sqrt(0.14 / 3 / 4), 12);
    expect(result).toMatchObject({ wins: 3, seeds: 4 });
  });

  it("of one seed has no standard error and is no gain; of none there is none", () => {
    const one = pairedDifference(pairs([0.4]));
    expect(one).toMatchObject({ se: null, wins: 1, seeds: 1 });
    expect(one && isGain(one)).toBe(false);
    expect(pairedDifference([])).toBeNull();
  });

  it.each([
    [[0.1, 0.11, 0.09], true],
    [[0.1, -0.1, 0.02], false],
    [[-0.1, -0.11, -0.09], false],
    [[0, 0, 0], false],
  ])("of %j is a gain: %s", (differences, gain) => {
    const result = pairedDifference(pairs(differences));
    expect(result && isGain(result)).toBe(gain);
  });
});
