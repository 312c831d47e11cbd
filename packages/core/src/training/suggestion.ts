/** What is known of the RL phase a suggestion is made from. Values are of its iterations, oldest first. */
export interface SuggestionInput {
  entropy: readonly number[];
  success: readonly number[];
  noSpread: readonly number[];
}

export interface Criterion {
  name: "entropy floor" | "entropy slope" | "success plateau" | "groups without spread";
  met: boolean;
  text: string;
}

/** Whether it is time for Entropulse, and on what evidence. It never acts. */
export interface Suggestion {
  suggested: boolean;
  evidence: {
    entropyNow: number | null;
    entropyStart: number | null;
    /** Share of the entropy at the begin of the phase that is gone. */
    entropyFallFraction: number | null;
    /** Nats a step over the window. */
    entropySlope: number | null;
    noSpreadShare: number | null;
    /** Mean success of the second half of the window less that of the first. */
    successGain: number | null;
    /** Steps looked at. */
    window: number;
  };
  criteria: Criterion[];
  text: string;
}

/** Iterations looked back at: long enough that the noise of one iteration's tasks averages out. */
export const SUGGESTION_WINDOW = 40;
/** Entropy at or below this share of that at the begin of the phase has collapsed. */
const FLOOR_SHARE = 0.2;
/** A fall of less than this share of the first value a window is no fall any more. */
const FLAT_SLOPE_SHARE = 0.1;
/** A gain below this over half a window is within the noise of its tasks. */
const PLATEAU_GAIN = 0.02;
/** So many groups that teach nothing leave hardly a gradient. */
const NO_SPREAD_SHARE = 0.75;
/** Iterations averaged for "at the begin" and "now". */
const ENDS = 5;

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Slope of the least-squares line through the values, a step. */
function slope(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const middle = (values.length - 1) / 2;
  const average = mean(values) ?? 0;
  let up = 0;
  let down = 0;
  values.forEach((value, index) => {
    up += (index - middle) * (value - average);
    down += (index - middle) ** 2;
  });
  return up / down;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/**
 * Judges the evidence: entropy has collapsed or stands still low, success is flat, and most groups have no spread. It is
 * suggested when entropy is at its floor and at least one of success and groups says so too. The rule is ours; the paper
 * leaves the moment to a person.
 */
export function suggestEntropulse(input: SuggestionInput): Suggestion {
  const finite = (values: readonly number[]) => values.filter((value) => Number.isFinite(value));
  const entropy = finite(input.entropy);
  const recent = entropy.slice(-SUGGESTION_WINDOW);
  const success = finite(input.success).slice(-SUGGESTION_WINDOW);
  const half = Math.floor(success.length / 2);
  const [first, second] = [mean(success.slice(0, half)), mean(success.slice(half))];
  const evidence = {
    entropyNow: mean(entropy.slice(-ENDS)),
    entropyStart: mean(entropy.slice(0, ENDS)),
    entropyFallFraction: null as number | null,
    entropySlope: slope(recent),
    noSpreadShare: mean(finite(input.noSpread).slice(-ENDS * 2)),
    successGain: first === null || second === null ? null : second - first,
    window: recent.length,
  };
  const { entropyNow, entropyStart, noSpreadShare, successGain, entropySlope } = evidence;
  if (entropyNow !== null && entropyStart !== null && entropyStart > 0)
    evidence.entropyFallFraction = 1 - entropyNow / entropyStart;
  const fall = evidence.entropyFallFraction;
  const enough = recent.length >= SUGGESTION_WINDOW / 2;
  const flat =
    entropySlope !== null && Math.abs(entropySlope) * recent.length <= FLAT_SLOPE_SHARE * (entropyStart ?? 0);
  const criteria: Criterion[] = [
    {
      name: "entropy floor",
      met: enough && fall !== null && fall >= 1 - FLOOR_SHARE,
      text:
        fall === null
          ? "entropy is not known yet"
          : `entropy ${fall >= 0 ? "−" : "+"}${percent(Math.abs(fall))} since the phase began (met below ${percent(FLOOR_SHARE)} of its first value)`,
    },
    {
      name: "entropy slope",
      met: enough && flat,
      text:
        entropySlope === null
          ? "no slope yet"
          : `entropy ${flat ? "stands still" : "still moves"} over ${recent.length} updates`,
    },
    {
      name: "success plateau",
      met: enough && successGain !== null && successGain < PLATEAU_GAIN,
      text:
        successGain === null
          ? "success is not known yet"
          : `success ${successGain < PLATEAU_GAIN ? "flat" : "rising"} over ${success.length} updates (${successGain >= 0 ? "+" : "−"}${(Math.abs(successGain) * 100).toFixed(1)} points)`,
    },
    {
      name: "groups without spread",
      met: noSpreadShare !== null && noSpreadShare >= NO_SPREAD_SHARE,
      text:
        noSpreadShare === null
          ? "no groups yet"
          : `${percent(noSpreadShare)} of the groups without spread (met from ${percent(NO_SPREAD_SHARE)})`,
    },
  ];
  const met = (name: Criterion["name"]) => criteria.some((one) => one.name === name && one.met);
  const suggested = met("entropy floor") && (met("success plateau") || met("groups without spread"));
  const summary = enough
    ? criteria
        .filter((one) => one.met || one.name !== "entropy slope")
        .map((one) => one.text.replace(/ \(met .*\)$/, ""))
    : [`${recent.length} of ${SUGGESTION_WINDOW / 2} updates that a judgement needs`];
  return { suggested, evidence, criteria, text: summary.join(", ") };
}
