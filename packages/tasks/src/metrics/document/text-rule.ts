import { z } from "zod";
import type { TextRun } from "../../documents/word-document.ts";
import { quote } from "../text.ts";

const Color = z.union([
  z.string().regex(/^#[0-9A-F]{6}$/, { error: "expected #RRGGBB in capitals" }),
  z.null(),
]);

/** How a piece of text must look; what is left out does not matter. */
export const TextRule = z.strictObject({
  /** The text it is about, wherever it stands; all of the paragraph when left out. */
  of: z.string().min(1).optional(),
  /** Whether nothing else may look so. */
  only: z.boolean().default(false),
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  underline: z.boolean().optional(),
  strike: z.boolean().optional(),
  color: Color.optional(),
  size: z.number().optional(),
  font: z.string().optional(),
  /** True: any highlight; false: none; or its name or colour. */
  highlight: z.union([z.boolean(), z.string()]).optional(),
});
export type TextRule = z.infer<typeof TextRule>;

const LOOKS = ["bold", "italic", "underline", "strike", "color", "size", "font", "highlight"] as const;
type Look = (typeof LOOKS)[number];

function has(run: TextRun, look: Look, rule: TextRule): boolean {
  if (look === "highlight" && typeof rule.highlight === "boolean")
    return (run.highlight !== null) === rule.highlight;
  return run[look] === rule[look];
}

/** Runs of a text from `start` on, `length` characters long; cut where they reach beyond. */
function slice(runs: readonly TextRun[], start: number, length: number): TextRun[] {
  let at = 0;
  return runs.flatMap((run) => {
    const from = Math.max(start - at, 0);
    const to = Math.min(start + length - at, run.text.length);
    at += run.text.length;
    return from < to ? [{ ...run, text: run.text.slice(from, to) }] : [];
  });
}

function occurrences(text: string, part: string): number[] {
  const starts: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) starts.push(at);
  return starts;
}

function named(look: Look, value: unknown): string {
  if (value === null || value === false) return `no ${look}`;
  return value === true ? look : `${look} ${value}`;
}

function inverse(runs: readonly TextRun[], starts: readonly number[], length: number): TextRun[] {
  const total = runs.reduce((sum, run) => sum + run.text.length, 0);
  const ends = starts.map((start) => start + length);
  return [0, ...ends].flatMap((from, index) => slice(runs, from, (starts[index] ?? total) - from));
}

/**
 * All that is wrong with the looks of a text.
 * @param place the paragraph or document, for messages
 */
export function textFaults(runs: readonly TextRun[], rule: TextRule, place: string): string[] {
  const text = runs.map((run) => run.text).join("");
  const part = rule.of ?? text;
  const starts = rule.of === undefined ? [0] : occurrences(text, part);
  if (starts.length === 0) return [`${place} has no ${quote(part)}`];
  const asked = LOOKS.filter((look) => rule[look] !== undefined);
  const inside = starts.flatMap((start) => slice(runs, start, part.length)).filter((run) => run.text.trim());
  const faults = asked.flatMap((look) => {
    const wrong = inside.find((run) => !has(run, look, rule));
    const found = wrong && named(look, wrong[look]);
    return wrong
      ? [`${quote(wrong.text)} in ${place} has ${found}; expected ${named(look, rule[look])}`]
      : [];
  });
  if (!rule.only) return faults;
  const outside = inverse(runs, starts, part.length).filter((run) => run.text.trim());
  const surplus = outside.find((run) => asked.length > 0 && asked.every((look) => has(run, look, rule)));
  if (!surplus) return faults;
  const looks = asked.map((look) => named(look, rule[look])).join(" and ");
  return [...faults, `${quote(surplus.text)} in ${place} has ${looks} too; only ${quote(part)} should`];
}
