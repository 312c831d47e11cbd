import { type NetworkShape, ScoreNetwork, type Weights } from "@deskrl/learning";
import type { Policy } from "../types.ts";
import { decide } from "./decide.ts";

export interface EmbeddedPolicyOptions {
  /** Flat, in the order of the network's layout. */
  weights: Weights;
  shape: NetworkShape;
  /** 1 by default; 0 takes the likeliest action always. */
  temperature?: number;
  /**
   * A number in [0, 1) for the draw of a step. By default it comes from `seed` and the number of steps taken, so that a
   * step that is asked for again gets the same answer.
   */
  random?: (step: number) => number;
  seed?: number;
  version: string;
}

/** The learnt policy: it sees what a `PolicyInput` holds and nothing else. */
export function createEmbeddedPolicy(options: EmbeddedPolicyOptions): Policy {
  const { weights, shape, temperature = 1, seed = 0, version } = options;
  const network = new ScoreNetwork(shape, weights);
  const random = options.random ?? ((step: number) => drawOf(seed, step));
  return {
    name: "embedded",
    wantsPixels: false,
    act: async ({ instruction, observation, history, actionSpace, signal }) => {
      signal.throwIfAborted();
      const input = { instruction, observation, history, actionSpace };
      const greedy = temperature === 0;
      const { candidate, logProb, entropy } = decide(network, input, {
        temperature: greedy ? 1 : temperature,
        uniform: greedy ? null : random(history.length),
      });
      return { text: candidate.answer, logProb, entropy, policyVersion: version };
    },
  };
}

/** One number in [0, 1) from two (splitmix32). */
function drawOf(seed: number, step: number): number {
  let z = (Math.imul(seed, 0x9e3779b1) + Math.imul(step + 1, 0x85ebca6b)) >>> 0;
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
  return ((z ^ (z >>> 15)) >>> 0) / 4_294_967_296;
}
