import { BoundedCache } from "./bounded-cache.ts";

export type MentionKind = "cell" | "range" | "column" | "file" | "quoted" | "number" | "name" | "noted";

/** Something that an instruction names and an action can take as its argument. */
export interface Mention {
  text: string;
  kind: MentionKind;
  /** Place among all mentions, and among those of its kind, from 0. */
  rank: number;
  ofKind: number;
  /** Words of the part of the sentence it stands in, in lower case. */
  clauseWords: readonly string[];
}

/** An instruction taken apart, without any knowledge of tasks. */
export interface Instruction {
  /** Tells instructions apart in short keys; not the same in another process. */
  id: number;
  text: string;
  lower: string;
  mentions: readonly Mention[];
  /** Distinct words, mentions left out, in lower case. */
  words: readonly string[];
  /** Answers that were found before, by text: whether the instruction has it as whole words, or one of its words. */
  named: Map<string, boolean>;
  partlyNamed: Map<string, boolean>;
}

const PATTERNS: readonly (readonly [MentionKind, RegExp])[] = [
  ["quoted", /"([^"]+)"|“([^”]+)”|(?<![\p{L}\p{N}])'([^']+)'(?![\p{L}\p{N}])|‘([^’]+)’/gu],
  ["range", /\b([A-Z]{1,2}[1-9]\d{0,3}:[A-Z]{1,2}[1-9]\d{0,3})\b/g],
  ["cell", /\b([A-Z]{1,2}[1-9]\d{0,3})\b(?!\.\w)/g],
  ["column", /(?<=\bcolumn )([A-Z])\b/g],
  [
    "file",
    /((?:\/[\w.-]+)*\/?[\w-]+(?:\.[\w-]+)*\.(?:xlsx|csv|txt|md|docx|pptx|odt|ods|json|log|pdf|png))\b/g,
  ],
  ["number", /(?<![\w.:])(-?\d+(?:\.\d+)?)(?![\w:]|\.\d)/g],
  ["name", /(?<=[\p{Ll}\p{N},:;)] )(\p{Lu}[\p{L}\p{N}_-]+(?: \p{Lu}[\p{L}\p{N}_-]+)*)/gu],
];
const CLAUSE = /[.;:!?](?=\s|$)|,|\bthen\b|\band\b|\bafterwards\b|\bafter that\b/gi;
const cache = new BoundedCache<string, Instruction>(10_000);
let parsed = 0;

/** Finds what an instruction names. The same text, the same answer; kept for the next step of the same episode. */
export function readInstruction(text: string): Instruction {
  return cache.get(text, () => parse(text));
}

interface Found {
  kind: MentionKind;
  text: string;
  from: number;
  to: number;
}

function parse(text: string): Instruction {
  const found: Found[] = [];
  for (const [kind, pattern] of PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      const value = match.slice(1).find((group) => group !== undefined) ?? "";
      const from = match.index;
      const to = from + match[0].length;
      // What lies inside an earlier kind, such as a number inside a quoted text, is part of that.
      if (found.some((other) => from < other.to && to > other.from)) continue;
      found.push({ kind, text: value, from, to });
    }
  }
  found.sort((a, b) => a.from - b.from);
  const bare = blanked(text, found);
  const clauses = clausesOf(bare);
  const counts = new Map<MentionKind, number>();
  const mentions: Mention[] = [];
  for (const { kind, text: value, from } of found) {
    if (mentions.some((other) => other.text === value && other.kind === kind)) continue;
    const ofKind = counts.get(kind) ?? 0;
    counts.set(kind, ofKind + 1);
    const clause = clauses.find(({ start, end }) => from >= start && from < end);
    mentions.push({ text: value, kind, rank: mentions.length, ofKind, clauseWords: clause?.words ?? [] });
  }
  const words = wordsOf(bare);
  return {
    id: parsed++,
    text,
    lower: text.toLowerCase(),
    mentions,
    words,
    named: new Map(),
    partlyNamed: new Map(),
  };
}

function blanked(text: string, found: readonly Found[]): string {
  let bare = text;
  for (const { from, to } of found) bare = bare.slice(0, from) + " ".repeat(to - from) + bare.slice(to);
  return bare;
}

function clausesOf(bare: string): { start: number; end: number; words: string[] }[] {
  const cuts = [0, ...[...bare.matchAll(CLAUSE)].map((match) => match.index + match[0].length), bare.length];
  return cuts.slice(1).map((end, index) => {
    const start = cuts[index] ?? 0;
    return { start, end, words: wordsOf(bare.slice(start, end)) };
  });
}

function wordsOf(text: string): string[] {
  return [...new Set(text.toLowerCase().match(/\p{L}[\p{L}'-]*/gu) ?? [])];
}
