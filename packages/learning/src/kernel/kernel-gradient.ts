import { type AdamOptions, type AdamState, adamRate } from "../adam.ts";
import { mixedRow } from "../decision.ts";
import type { Gradient, MixedStates } from "../gradient.ts";
import type { Weights } from "../score-network.ts";
import type { NetworkKernel } from "./network-kernel.ts";

/** The gradient that lies in the memory of a network's kernels. */
export class KernelGradient implements Gradient {
  constructor(readonly kernel: NetworkKernel) {}

  get values(): Float32Array {
    return this.kernel.values;
  }

  addDense(index: number, value: number): void {
    this.values[index] = (this.values[index] as number) + value;
  }

  /** For decisions that the kernels have no room for; all others are added by `NetworkKernel.backward`. */
  addPairs(token: number, { mixed, states, mask }: MixedStates, source: Float64Array, from: number): void {
    const { values, touched } = this.kernel;
    for (let s = 0; s < states; s++) {
      const row = mixedRow(token, mixed[s] as number, mask);
      touched[row >> 5] = (touched[row >> 5] as number) | (1 << (row & 31));
      const at = row << 2;
      for (let d = 0; d < 4; d++) values[at + d] = (values[at + d] as number) + (source[from + d] as number);
    }
  }

  norm(): number {
    return Math.sqrt(this.kernel.kernels.squares());
  }

  /** @param weights those of the kernel, and moments of `createOptimiser`: a kernel steps on its own memory only */
  adamStep(weights: Weights, state: AdamState, options: AdamOptions): void {
    const { kernel } = this;
    if (weights !== kernel.weights || state.m !== kernel.m || state.v !== kernel.v) {
      throw new Error("network, moments and gradient are not of one optimiser");
    }
    state.step += 1;
    const { beta1, beta2, epsilon, scale, rate } = adamRate(state.step, options);
    kernel.kernels.adam(rate, beta1, beta2, epsilon, scale);
  }

  clear(): void {
    this.kernel.kernels.clear();
  }
}
