import type { Weights } from "./score-network.ts";
import type { SparseGradient } from "./sparse-gradient.ts";

export interface AdamOptions {
  learningRate: number;
  /** @default 0.9 */
  beta1?: number;
  /** @default 0.999 */
  beta2?: number;
  /** @default 1e-8 */
  epsilon?: number;
  /** The gradient is taken times this, as when it is clipped. @default 1 */
  scale?: number;
}

/** Moments and step count: all an interrupted optimiser needs to go on as if nothing had been. */
export interface AdamState {
  m: Float32Array;
  v: Float32Array;
  step: number;
}

export function createAdamState(weightCount: number): AdamState {
  return { m: new Float32Array(weightCount), v: new Float32Array(weightCount), step: 0 };
}

/** The options with their defaults, and the learning rate with the corrections for the bias of young moments. */
export function adamRate(step: number, options: AdamOptions) {
  const { learningRate, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, scale = 1 } = options;
  const rate = (learningRate * Math.sqrt(1 - beta2 ** step)) / (1 - beta1 ** step);
  return { rate, beta1, beta2, epsilon, scale };
}

/**
 * One step of Adam (Kingma and Ba, 2015) down the gradient. Rows that the gradient does not touch keep weights and
 * moments, as in PyTorch's SparseAdam: a row that no decision met should not drift on old momentum.
 */
export function adamStep(
  weights: Weights,
  gradient: SparseGradient,
  state: AdamState,
  options: AdamOptions,
): void {
  state.step += 1;
  const { rate, beta1, beta2, epsilon, scale } = adamRate(state.step, options);
  const { m, v } = state;
  const { values } = gradient;
  const { list, count, width, tableSize } = gradient.rows;
  const kept1 = 1 - beta1;
  const kept2 = 1 - beta2;
  // Rows first, then what is behind the table: as one loop, with the end of the row at hand as `end`.
  for (let row = 0; row <= count; row++) {
    const from = row < count ? (list[row] as number) * width : tableSize;
    const end = row < count ? from + width : values.length;
    for (let i = from; i < end; i++) {
      const g = (values[i] as number) * scale;
      const mi = beta1 * (m[i] as number) + kept1 * g;
      const vi = beta2 * (v[i] as number) + kept2 * g * g;
      m[i] = mi;
      v[i] = vi;
      weights[i] = (weights[i] as number) - (rate * mi) / (Math.sqrt(vi) + epsilon);
    }
  }
}
