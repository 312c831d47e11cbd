import type { Json } from "../json.ts";
import { pythonCall } from "../parser/python-literal.ts";
import { writeAnswer } from "../policies/answer.ts";
import type { ActionSpace } from "../types.ts";
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

/** Collects candidates; of several with the same code the first is kept. */
export class CandidateList {
  readonly candidates: Candidate[] = [];
  readonly #codes = new Set<string>();

  add({ kind, family, tool, method, args, slots = [], features = [] }: CandidateSpec): void {
    const code = pythonCall(tool, method, args);
    if (this.#codes.has(code)) return;
    this.#codes.add(code);
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
    const thought = writeThought(
      kind,
      slots.map(([, argument]) => argument.text),
    );
    this.candidates.push({
      code,
      answer: writeAnswer(thought, code),
      kind,
      kindToken: token(kind),
      arguments: slots.map(([, argument]) => argument),
      fixedTokens: [...new Set(names)].map(token),
      api: tool !== "Agent",
    });
  }
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
  const name = text.toLowerCase().replace(/\.+$/, "");
  if (name.length < 2) return false;
  let from = instruction.lower.indexOf(name);
  while (from >= 0) {
    const before = instruction.lower[from - 1] ?? " ";
    const after = instruction.lower[from + name.length] ?? " ";
    if (!/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return true;
    from = instruction.lower.indexOf(name, from + 1);
  }
  return false;
}
