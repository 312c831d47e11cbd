import { argmax, type Distribution, type ScoreNetwork, sample, softmax } from "@deskrl/learning";
import { type DescribedDecision, describeDecision } from "./decision-features.ts";
import type { DecisionInput } from "./enumerate.ts";
import type { Candidate } from "./types.ts";

/** How an action is taken from the distribution. */
export interface DecideOptions {
  temperature: number;
  /** A number in [0, 1) for the draw; null takes the likeliest. */
  uniform: number | null;
}

/** A decision taken, with all that training needs of it. */
export interface Decided extends DescribedDecision {
  candidate: Candidate;
  chosen: number;
  distribution: Distribution;
  /** Of the chosen action, nats. */
  logProb: number;
  /** Exact, nats. */
  entropy: number;
}

/** Scores every candidate and takes one. */
export function decide(
  network: ScoreNetwork,
  input: DecisionInput,
  { temperature, uniform }: DecideOptions,
): Decided {
  const { candidates, decision } = describeDecision(input);
  const distribution = softmax(network.forward(decision).scores, temperature);
  const chosen = uniform === null ? argmax(distribution) : sample(distribution, uniform);
  const candidate = candidates[chosen];
  if (!candidate) throw new Error("there is always the candidate that ends the task");
  const logProb = distribution.logProbs[chosen] ?? 0;
  return { candidates, decision, candidate, chosen, distribution, logProb, entropy: distribution.entropy };
}
