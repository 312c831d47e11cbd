import type { Json } from "../../json.ts";
import type { Mention } from "../mentions.ts";

const FUNCTIONS = ["SUM", "AVERAGE", "MAX", "MIN", "COUNT"] as const;

/** Mentions that can be the content of a cell or the text of a document. */
export function isValue({ kind }: Mention): boolean {
  return kind === "number" || kind === "quoted" || kind === "noted";
}

/** Formulas over the ranges that the instruction names. */
export function formulasOf(mentions: readonly Mention[]): { name: string; text: string; mention: Mention }[] {
  return mentions
    .filter(({ kind }) => kind === "range")
    .flatMap((mention) => FUNCTIONS.map((name) => ({ name, text: `=${name}(${mention.text})`, mention })));
}

/** A number as a number, any other text as text. */
export function cellValue({ text, kind }: Mention): Json {
  return kind === "number" && String(Number(text)) === text ? Number(text) : text;
}
