import type { Json } from "../json.ts";
import { pythonCall } from "../parser/python-literal.ts";
import { writeAnswer } from "../policies/answer.ts";
import type { ActionSpace } from "../types.ts";
import { BoundedCache } from "./bounded-cache.ts";
import { writeThought } from "./history.ts";
import type { Instruction, Mention } from "./mentions.ts";
import type { Screen } from "./screen.ts";
import { token } from "./tokens.ts";
import type { Argument, Candidate } from "./types.ts";

/** What the enumerators of the several kinds of action work with. */
export interface EnumerationContext {
  instruction: Instruction;
  /** Mentions of the instruction, and texts that were noted down on the way. */
  mentions: readonly Mention[];
  screen: Screen;
  space: ActionSpace;
  /** Native size, for coordinates in thousandths. */
  size: { width: number; height: number };
}

export interface CandidateSpec {
  /** Names the kind of action; `click push-button Save` where the element is part of the application. */
  kind: string;
  /** A coarser name that several kinds share, such as `click`. */
  family: string;
  tool: string;
  method: string;
  args: Readonly<Record<string, Json>>;
  /** By slot, in the order of the call. */
  slots?: readonly (readonly [slot: string, argument: Argument])[];
  /** Further features of this candidate, in words. */
  features?: readonly string[];
}

/**
 * Candidates without arguments by kind, features and place: the same buttons and keys come back in every observation, and
 * making their code and features anew is most of the cost of an observation that was never met.
 */
const plain = new BoundedCache<string, Candidate>(20_000);

/** Collects candidates; of several with the same code the first is kept. */
export class CandidateList {
  readonly candidates: Candidate[] = [];
  readonly #codes = new Set<string>();

  add(spec: CandidateSpec): void {
    const { kind, args, slots = [], features = [] } = spec;
    // Without slots all of the call but a coordinate is said by the kind.
    const candidate =
      slots.length > 0
        ? make(spec)
        : plain.get(`${kind}\n${features.join()}\n${args.coordinate ?? ""}`, () => make(spec));
    if (this.#codes.has(candidate.code)) return;
    this.#codes.add(candidate.code);
    this.candidates.push(candidate);
  }
}

/** Tokens by all that they follow from; texts of arguments are not among it, so that most are met again. */
const tokensOf = new BoundedCache<string, readonly number[]>(50_000);

function make(spec: CandidateSpec): Candidate {
  const { kind, family, tool, method, args, slots = [], features = [] } = spec;
  let key = `${kind}\n${family}\n${features.join()}`;
  for (const [slot, { mention }] of slots) {
    key += `\n${slot} ${mention ? `${mention.kind} ${Math.min(mention.ofKind, 3)} ${mention.rank}` : ""}`;
  }
  return new MadeCandidate({
    code: pythonCall(tool, method, args),
    kind,
    kindToken: token(kind),
    arguments: slots.map(([, argument]) => argument),
    fixedTokens: tokensOf.get(key, () => fixedTokens(spec)),
    api: tool !== "Agent",
  });
}

class MadeCandidate implements Candidate {
  readonly code: string;
  readonly kind: string;
  readonly kindToken: number;
  readonly arguments: readonly Argument[];
  readonly fixedTokens: readonly number[];
  readonly api: boolean;

  constructor(made: Omit<Candidate, "answer">) {
    this.code = made.code;
    this.kind = made.kind;
    this.kindToken = made.kindToken;
    this.arguments = made.arguments;
    this.fixedTokens = made.fixedTokens;
    this.api = made.api;
  }

  /** Written when asked for: only one of forty candidates is taken. */
  get answer(): string {
    const thought = writeThought(
      this.kind,
      this.arguments.map(({ text }) => text),
    );
    return writeAnswer(thought, this.code);
  }
}

function fixedTokens({ kind, family, slots = [], features = [] }: CandidateSpec): readonly number[] {
  const names = [`k ${kind}`, `f ${family}`, ...features.map((feature) => `x ${feature}`)];
  for (const feature of features) names.push(`x ${kind} ${feature}`);
  for (const [slot, { mention }] of slots) {
    const origin = mention ? `${mention.kind}#${Math.min(mention.ofKind, 3)}` : "other";
    names.push(
      `a ${slot} ${mention?.kind ?? "other"}`,
      `a ${kind} ${slot} ${origin}`,
      `r ${slot} ${mention?.rank ?? -1}`,
    );
  }
  names.push(...adjacency(kind, slots));
  return [...new Set(names)].map(token);
}

/** How far apart in the instruction the first two arguments stand. */
function adjacency(kind: string, slots: CandidateSpec["slots"] = []): string[] {
  const [first, second] = slots.map(([, { mention }]) => mention);
  if (!first || !second) return [];
  const distance = Math.max(-3, Math.min(3, second.rank - first.rank));
  return [`d ${distance}`, `d ${kind} ${distance}`];
}

/** Coordinates of a point in the space that actions are written in. */
export function coordinateOf(
  { space, size }: EnumerationContext,
  { x, y }: { x: number; y: number },
): number[] {
  if (space.coordinateSpace === "native") return [Math.floor(x), Math.floor(y)];
  return [Math.floor((x / size.width) * 1_000), Math.floor((y / size.height) * 1_000)];
}

/** The mention that a text of the screen stands for, if the instruction names it. */
export function mentionOf({ mentions }: EnumerationContext, text: string): Mention | null {
  const exact = mentions.find((mention) => mention.text === text);
  if (exact) return exact;
  const lower = text.toLowerCase();
  return (
    mentions.find((mention) => mention.text.toLowerCase() === lower) ??
    // A path names its file, and a title its document.
    mentions.find((mention) => mention.kind === "file" && mention.text.endsWith(`/${text}`)) ??
    null
  );
}

/** Whether the instruction has the text as whole words. */
export function isNamed({ instruction }: EnumerationContext, text: string): boolean {
  let named = instruction.named.get(text);
  if (named === undefined) {
    named = hasWords(instruction.lower, text.toLowerCase().replace(/\.+$/, ""));
    instruction.named.set(text, named);
  }
  return named;
}

function hasWords(whole: string, words: string): boolean {
  if (words.length < 2) return false;
  let from = whole.indexOf(words);
  while (from >= 0) {
    const before = whole[from - 1] ?? " ";
    const after = whole[from + words.length] ?? " ";
    if (!/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return true;
    from = whole.indexOf(words, from + 1);
  }
  return false;
}

/** Whether the instruction has at least one longer word of a name. */
export function isPartlyNamed({ instruction }: EnumerationContext, name: string): boolean {
  let named = instruction.partlyNamed.get(name);
  if (named === undefined) {
    const words = name.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
    named = words.some((word) => instruction.words.includes(word));
    instruction.partlyNamed.set(name, named);
  }
  return named;
}
