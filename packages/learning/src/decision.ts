/**
 * One choice as the network sees it: hashed feature tokens, no words. A candidate is a set of tokens; candidates of one
 * step share most of theirs, so distinct tokens are listed once and candidates refer to them.
 */
export interface Decision {
  /** Hashes of the distinct candidate tokens of this step. */
  tokens: Uint32Array;
  /** Indices into `tokens`, candidate after candidate. */
  members: Uint16Array;
  /** Where each candidate's members begin in `members`; one more entry than candidates. */
  offsets: Uint32Array;
  /** Hashes of the tokens of instruction, observation and history. */
  state: Uint32Array;
}

/** Number of candidates of a decision. */
export function candidateCount(decision: Decision): number {
  return decision.offsets.length - 1;
}

/** A decision from lists of token hashes, one list per candidate. */
export function encodeDecision(
  candidates: readonly (readonly number[])[],
  state: readonly number[],
): Decision {
  const indexOf = new Map<number, number>();
  const distinct: number[] = [];
  const members: number[] = [];
  const offsets = new Uint32Array(candidates.length + 1);
  for (let k = 0; k < candidates.length; k++) {
    for (const token of candidates[k] ?? []) {
      let index = indexOf.get(token);
      if (index === undefined) {
        index = distinct.length;
        indexOf.set(token, index);
        distinct.push(token);
      }
      members.push(index);
    }
    offsets[k + 1] = members.length;
  }
  return {
    tokens: new Uint32Array(distinct),
    members: new Uint16Array(members),
    offsets,
    state: new Uint32Array(state),
  };
}

/** 32-bit FNV-1a over the UTF-16 units of a feature's text. */
export function hashToken(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash ^= text.charCodeAt(i);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}

/** Row of the pair (candidate token, state token) in a table of `mask + 1` rows. */
export function pairRow(candidateToken: number, stateToken: number, mask: number): number {
  return mixedRow(candidateToken, mixState(stateToken), mask);
}

/** The part of `pairRow` that depends on the state token alone. */
export function mixState(stateToken: number): number {
  return Math.imul(stateToken, 0x9e3779b1);
}

export function mixedRow(candidateToken: number, mixedState: number, mask: number): number {
  let h = Math.imul(candidateToken ^ mixedState, 0x85ebca6b);
  h ^= h >>> 15;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 13)) & mask;
}
