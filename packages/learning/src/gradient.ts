import type { AdamOptions, AdamState } from "./adam.ts";
import type { Weights } from "./score-network.ts";

/** State tokens of a decision, mixed, as `addPairs` takes them. */
export interface MixedStates {
  mixed: Int32Array;
  states: number;
  mask: number;
}

/** The gradient of a batch: what is added up, then stepped down, then cleared. */
export interface Gradient {
  /** In the layout of the weights. */
  readonly values: Weights;
  /** Adds to a weight outside of the table. */
  addDense(index: number, value: number): void;
  /** Adds `width` numbers of `source`, from `from`, to the rows of a candidate token with each of the state tokens. */
  addPairs(token: number, pairs: MixedStates, source: Float64Array, from: number): void;
  /** Euclidean norm. */
  norm(): number;
  /** One step of Adam, over the rows that were added to and everything behind the table. */
  adamStep(weights: Weights, state: AdamState, options: AdamOptions): void;
  /** Back to zero, for the next batch. */
  clear(): void;
}
