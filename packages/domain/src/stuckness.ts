import { z } from "zod";

/** By what an agent looks stuck: nothing heard of it, the picture does not change, the same action again and again. */
export const StuckSign = z.enum(["silent", "still", "repeating"]);
export type StuckSign = z.infer<typeof StuckSign>;

/** From here on a person would want to look: the sign's share of the limit is 1. */
export const STUCK_LIMITS = { silentMs: 60_000, stillMs: 60_000, sameActions: 4 } as const;

/** What is known of an agent at work. All times are of one clock. */
export interface ProgressFacts {
  /** False while it is not the agent's turn: no episode, being reset or judged, paused, driven by a person. */
  acting: boolean;
  nowMs: number;
  /** When a step last arrived, or when it began when none has. */
  heardAtMs: number;
  /** Since when what it sees has looked the same; null while it has seen nothing. */
  stillSinceMs: number | null;
  /** How many of its latest actions are the same one. */
  sameActions: number;
}

export interface Stuckness {
  /** 0: no sign; 1: one sign has reached its limit; larger: stuck for longer. Comparable between desktops. */
  score: number;
  /** The strongest sign once it has reached its limit, else null. */
  sign: StuckSign | null;
}

const NOT_STUCK: Stuckness = { score: 0, sign: null };

/** How stuck an agent looks. The strongest sign counts: an agent that repeats itself is stuck, however much it moves. */
export function stuckness(facts: ProgressFacts): Stuckness {
  if (!facts.acting) return NOT_STUCK;
  const { nowMs, heardAtMs, stillSinceMs, sameActions } = facts;
  const shares: Record<StuckSign, number> = {
    silent: (nowMs - heardAtMs) / STUCK_LIMITS.silentMs,
    still: stillSinceMs === null ? 0 : (nowMs - stillSinceMs) / STUCK_LIMITS.stillMs,
    // The first action repeats nothing.
    repeating: (sameActions - 1) / (STUCK_LIMITS.sameActions - 1),
  };
  let strongest: StuckSign = "silent";
  for (const sign of StuckSign.options) if (shares[sign] > shares[strongest]) strongest = sign;
  const score = Math.max(0, shares[strongest]);
  return { score, sign: score >= 1 ? strongest : null };
}
