import type { Decision } from "@deskrl/learning";
import { type DecisionInput, type Situation, situationOf } from "./enumerate.ts";
import { type Progress, readHistory } from "./history.ts";
import { stateTokensOf } from "./state-tokens.ts";
import { token, withNumber } from "./tokens.ts";
import type { Candidate } from "./types.ts";

const USED = token("used");
const USED_KIND = token("used kind");
const RELATION = token("relation");
const RELATION_KIND = token("relation kind");
const REPEATED = token("repeated");
const FAILED = token("failed before");
const DONE_KIND = token("kind done");
const UNUSED_BEFORE = token("unused before");
/** More than a candidate can get. */
const MOST_ADDED = 12;

/** A decision as the network sees it, and the candidates behind it. */
export interface DescribedDecision {
  candidates: readonly Candidate[];
  decision: Decision;
}

/** Candidates and features of a decision: a function of instruction, observation, history and action space. */
export function describeDecision(input: DecisionInput): DescribedDecision {
  const progress = readHistory(input.history);
  const situation = situationOf(input, progress.notes);
  const { candidates, fixed } = situation;
  const added = new AddedTokens(fixed.tokens.length);
  const offsets = new Uint32Array(candidates.length + 1);
  const members = new Uint16Array(fixed.members.length + candidates.length * MOST_ADDED);
  let at = 0;
  candidates.forEach((candidate, k) => {
    for (let m = fixed.offsets[k] ?? 0; m < (fixed.offsets[k + 1] ?? 0); m++)
      members[at++] = fixed.members[m] ?? 0;
    for (const token of addedTokens(candidate, situation, progress)) members[at++] = added.indexOf(token);
    offsets[k + 1] = at;
  });
  const tokens = new Uint32Array(fixed.tokens.length + added.tokens.length);
  tokens.set(fixed.tokens);
  tokens.set(added.tokens, fixed.tokens.length);
  const state = Uint32Array.from(stateTokensOf(input, situation, progress));
  return { candidates, decision: { tokens, members: members.slice(0, at), offsets, state } };
}

/** Distinct tokens that the history adds, numbered on from the fixed ones. */
class AddedTokens {
  readonly tokens: number[] = [];
  readonly #indices = new Map<number, number>();

  constructor(readonly first: number) {}

  indexOf(token: number): number {
    let index = this.#indices.get(token);
    if (index === undefined) {
      index = this.first + this.tokens.length;
      this.#indices.set(token, index);
      this.tokens.push(token);
    }
    return index;
  }
}

/** Features of a candidate that come from what was done before. */
function addedTokens(candidate: Candidate, { mentions }: Situation, progress: Progress): number[] {
  const tokens: number[] = [];
  const { kindToken } = candidate;
  const timesDone = Math.min(2, progress.done.get(kindToken) ?? 0);
  // What was never done has no token of its own: most candidates, and each distinct token costs.
  if (timesDone > 0) tokens.push(withNumber(DONE_KIND, timesDone), withNumber(kindToken, timesDone));
  const repeated = Math.min(2, progress.carriedOut.get(candidate.code) ?? 0);
  if (repeated > 0) tokens.push(withNumber(REPEATED, repeated), withNumber(kindToken ^ REPEATED, repeated));
  if (progress.failed.has(candidate.code)) tokens.push(FAILED, withNumber(kindToken ^ FAILED, 1));
  if (candidate.arguments.length === 0) return tokens;
  let pattern = 1;
  for (const { text } of candidate.arguments) pattern = pattern * 2 + (progress.used.has(text) ? 1 : 0);
  tokens.push(withNumber(USED, pattern), withNumber(kindToken ^ USED_KIND, pattern));
  const first = candidate.arguments[0]?.mention;
  if (!first) return tokens;
  const last =
    progress.lastUsed === null ? -1 : mentions.findLastIndex(({ text }) => text === progress.lastUsed);
  const relation = Math.max(-2, Math.min(3, first.rank - last)) + 2;
  tokens.push(withNumber(RELATION, relation), withNumber(kindToken ^ RELATION_KIND, relation));
  let unusedBefore = 0;
  for (const { rank, text } of mentions) if (rank < first.rank && !progress.used.has(text)) unusedBefore++;
  tokens.push(withNumber(UNUSED_BEFORE, Math.min(2, unusedBefore)));
  return tokens;
}
