import { distance } from "fastest-levenshtein";
import { z } from "zod";
import type { Value } from "../getters/getter-type.ts";
import { metricType, scoreOf } from "./metric-type.ts";

/** The text of a result, for metrics that take a command's output or a text file alike. */
export function textOf(result: Extract<Value, { kind: "file" | "text" }>): { text: string; what: string } {
  if (result.kind === "text") return { text: result.text, what: result.what };
  return { text: new TextDecoder("utf-8").decode(result.bytes), what: result.path };
}

/** A text as a message shows it. */
export function quote(text: string, limit = 80): string {
  return JSON.stringify(text.length > limit ? `${text.slice(0, limit)}…` : text);
}

/** OSWorld's: the text is exactly what is expected. `ignore_case` and `trim` are ours; `trim` is on by default. */
export const exactMatch = metricType({
  accepts: ["text", "file"],
  expects: "json",
  rules: z.looseObject({ expected: z.string() }),
  options: z.looseObject({ ignore_case: z.boolean().default(false), trim: z.boolean().default(true) }),
  judge({ result, expected, options }) {
    const { text, what } = textOf(result);
    const normal = (value: string) => {
      const trimmed = options.trim ? value.trim() : value;
      return options.ignore_case ? trimmed.toLowerCase() : trimmed;
    };
    const faults =
      normal(text) === normal(expected.expected)
        ? []
        : [`${what} is ${quote(text.trim())}; expected ${quote(expected.expected)}`];
    return scoreOf(faults, `${what} is ${quote(expected.expected)}`);
  },
});

/** Likeness of two texts: 1 − Levenshtein distance / length of the longer. */
export function likeness(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  return longest === 0 ? 1 : 1 - distance(a, b) / longest;
}

/** The text is like what is expected: a score of 1 from `threshold` on, else the likeness itself. */
export const fuzzyMatch = metricType({
  accepts: ["text", "file"],
  expects: "json",
  rules: z.looseObject({ expected: z.string() }),
  options: z.looseObject({
    threshold: z.number().min(0).max(1).default(0.9),
    ignore_case: z.boolean().default(false),
  }),
  judge({ result, expected, options }) {
    const { text, what } = textOf(result);
    const normal = (value: string) => (options.ignore_case ? value.trim().toLowerCase() : value.trim());
    const ratio = likeness(normal(text), normal(expected.expected));
    const percent = `${Math.round(ratio * 100)} % like ${quote(expected.expected)}`;
    if (ratio >= options.threshold) return { score: 1, reason: `${what} is ${percent}` };
    const asked = Math.round(options.threshold * 100);
    return {
      score: ratio,
      reason: `${what} is ${quote(text.trim())}, ${percent}; expected at least ${asked} %`,
    };
  },
});

/** OSWorld's: every `include` is in the text and no `exclude` is. */
export const checkIncludeExclude = metricType({
  accepts: ["text", "file"],
  expects: "json",
  rules: z
    .looseObject({ include: z.array(z.string()).default([]), exclude: z.array(z.string()).default([]) })
    .refine((rules) => rules.include.length + rules.exclude.length > 0, {
      error: "expected include or exclude",
    }),
  judge({ result, expected }) {
    const { text, what } = textOf(result);
    const faults = [
      ...expected.include
        .filter((part) => !text.includes(part))
        .map((part) => `${what} lacks ${quote(part)}`),
      ...expected.exclude
        .filter((part) => text.includes(part))
        .map((part) => `${what} must not have ${quote(part)}`),
    ];
    return scoreOf(faults, `${what} has what is asked`);
  },
});

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern);
    return true;
  } catch {
    return false;
  }
}

const Pattern = z.string().refine(compiles, { error: "expected a regular expression" });

/** OSWorld's: some line matches every `expect` pattern, and none matches an `unexpect` pattern. */
export const checkList = metricType({
  accepts: ["text", "file"],
  expects: "json",
  rules: z.looseObject({
    expect: z.array(Pattern).default([]),
    unexpect: z.array(Pattern).default([]),
  }),
  judge({ result, expected }) {
    const { text, what } = textOf(result);
    const lines = text.split(/\r?\n/);
    const some = (pattern: string) => lines.some((line) => new RegExp(pattern).test(line));
    const faults = [
      ...expected.expect.filter((p) => !some(p)).map((p) => `no line of ${what} matches /${p}/`),
      ...expected.unexpect.filter(some).map((p) => `a line of ${what} matches /${p}/, which must not be`),
    ];
    return scoreOf(faults, `the lines of ${what} are as asked`);
  },
});
