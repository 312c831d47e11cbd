import { describe, expect, it } from "vitest";
import { type SuggestionInput, suggestEntropulse } from "./suggestion.ts";

const times = (count: number, value: (index: number) => number) =>
  Array.from({ length: count }, (_, at) => value(at));

/** Entropy has fallen from 1 to 0.1, success stands at 0.6, nine of ten groups have no spread. */
const COLLAPSED: SuggestionInput = {
  entropy: times(120, (at) => 0.1 + 0.9 * Math.exp(-at / 15)),
  success: times(120, (at) => 0.6 - 0.4 * Math.exp(-at / 15)),
  noSpread: times(120, () => 0.9),
};
const met = (input: SuggestionInput) =>
  suggestEntropulse(input)
    .criteria.filter((one) => one.met)
    .map((one) => one.name);

describe("Entropulse is suggested", () => {
  it("when entropy has collapsed, success is flat and most groups teach nothing, and says so in numbers", () => {
    const { suggested, evidence, text } = suggestEntropulse(COLLAPSED);
    expect(suggested).toBe(true);
    expect(evidence.entropyFallFraction).toBeCloseTo(0.885, 2);
    expect(evidence).toMatchObject({ window: 40 });
    expect(evidence.noSpreadShare).toBeCloseTo(0.9, 12);
    expect(text).toContain("entropy −89 % since the phase began");
    expect(text).toContain("success flat over 40 updates");
    expect(text).toContain("90 % of the groups without spread");
  });

  it("for the groups alone when success still rises a little", () => {
    const input = { ...COLLAPSED, success: times(120, (at) => at / 240) };
    expect(met(input)).not.toContain("success plateau");
    expect(suggestEntropulse(input).suggested).toBe(true);
  });
});

describe("Entropulse is not suggested", () => {
  it("while entropy is high, however flat success is", () => {
    expect(suggestEntropulse({ ...COLLAPSED, entropy: times(120, () => 0.9) }).suggested).toBe(false);
  });

  it("while success rises and groups have spread, however low entropy is", () => {
    const input = { ...COLLAPSED, success: times(120, (at) => at / 240), noSpread: times(120, () => 0.4) };
    expect(suggestEntropulse(input).suggested).toBe(false);
  });

  it("before there is enough to judge by", () => {
    const head = (values: readonly number[]) => values.slice(-10);
    const { entropy, success, noSpread } = COLLAPSED;
    const early = { entropy: [1, ...head(entropy)], success: head(success), noSpread: head(noSpread) };
    expect(suggestEntropulse(early)).toMatchObject({
      suggested: false,
      text: "11 of 20 updates that a judgement needs",
    });
    expect(suggestEntropulse({ entropy: [], success: [], noSpread: [] })).toMatchObject({
      suggested: false,
      evidence: { entropyNow: null, entropyFallFraction: null, successGain: null, window: 0 },
    });
  });

  it("by a NaN: such points are left out", () => {
    const entropy = [...COLLAPSED.entropy, Number.NaN];
    expect(suggestEntropulse({ ...COLLAPSED, entropy }).evidence.entropyNow).not.toBeNaN();
  });
});
