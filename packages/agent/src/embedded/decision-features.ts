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
  const { candidates, fixed, mentions } = situation;
  const { lastUsed } = progress;
  const last = lastUsed === null ? -1 : mentions.findLastIndex(({ text }) => text === lastUsed);
  sink.begin(fixed.tokens.length, fixed.members.length + candidates.length * MOST_ADDED);
  const offsets = new Uint32Array(candidates.length + 1);
  for (let k = 0; k < candidates.length; k++) {
    const candidate = candidates[k];
    sink.copy(fixed.members, fixed.offsets[k] ?? 0, fixed.offsets[k + 1] ?? 0);
    if (candidate) addTokens(candidate, { mentions, progress, last });
    offsets[k + 1] = sink.length;
  }
  const tokens = sink.tokensAfter(fixed.tokens);
  const state = new Uint32Array(stateTokensOf(input, situation, progress));
  return { candidates, decision: { tokens, members: sink.members(), offsets, state } };
}

/**
 * Members of the candidates, and the distinct tokens that the history adds, numbered on from the fixed ones. There is one,
 * which keeps its room from decision to decision.
 */
class TokenSink {
  length = 0;
  #tokens: number[] = [];
  #members = new Uint16Array(4_096);
  readonly #indices = new Map<number, number>();
  #first = 0;

  /** For the next decision. @param room members at most */
  begin(first: number, room: number): void {
    this.#first = first;
    this.#tokens = [];
    this.#indices.clear();
    this.length = 0;
    if (this.#members.length < room) this.#members = new Uint16Array(room * 2);
  }

  /** A copy of those so far. */
  members(): Uint16Array {
    return this.#members.slice(0, this.length);
  }

  tokensAfter(fixed: Uint32Array): Uint32Array {
    const tokens = new Uint32Array(fixed.length + this.#tokens.length);
    tokens.set(fixed);
    tokens.set(this.#tokens, fixed.length);
    return tokens;
  }

  copy(members: Uint16Array, from: number, to: number): void {
    const mine = this.#members;
    let { length } = this;
    for (let m = from; m < to; m++) mine[length++] = members[m] as number;
    this.length = length;
  }

  add(token: number): void {
    let index = this.#indices.get(token);
    if (index === undefined) {
      index = this.#first + this.#tokens.length;
      this.#indices.set(token, index);
      this.#tokens.push(token);
    }
    this.#members[this.length++] = index;
  }
}

const sink = new TokenSink();

/** Features of a candidate that come from what was done before. @param last rank of the mention used last, or -1 */
function addTokens(
  candidate: Candidate,
  { mentions, progress, last }: { mentions: Situation["mentions"]; progress: Progress; last: number },
): void {
  const { kindToken, code } = candidate;
  const timesDone = Math.min(2, progress.done.get(kindToken) ?? 0);
  // What was never done has no token of its own: most candidates, and each distinct token costs.
  if (timesDone > 0) {
    sink.add(withNumber(DONE_KIND, timesDone));
    sink.add(withNumber(kindToken, timesDone));
    const repeated = Math.min(2, progress.carriedOut.get(code) ?? 0);
    if (repeated > 0) {
      sink.add(withNumber(REPEATED, repeated));
      sink.add(withNumber(kindToken ^ REPEATED, repeated));
    }
  }
  if (progress.failed.has(code)) {
    sink.add(FAILED);
    sink.add(withNumber(kindToken ^ FAILED, 1));
  }
  if (candidate.arguments.length === 0) return;
  let pattern = 1;
  for (const { text } of candidate.arguments) pattern = pattern * 2 + (progress.used.has(text) ? 1 : 0);
  sink.add(withNumber(USED, pattern));
  sink.add(withNumber(kindToken ^ USED_KIND, pattern));
  const first = candidate.arguments[0]?.mention;
  if (!first) return;
  const relation = Math.max(-2, Math.min(3, first.rank - last)) + 2;
  sink.add(withNumber(RELATION, relation));
  sink.add(withNumber(kindToken ^ RELATION_KIND, relation));
  let unusedBefore = 0;
  for (const { rank, text } of mentions) if (rank < first.rank && !progress.used.has(text)) unusedBefore++;
  sink.add(withNumber(UNUSED_BEFORE, Math.min(2, unusedBefore)));
}
