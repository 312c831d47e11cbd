import { candidateCount, type Decision, mixedRow, mixState } from "./decision.ts";
import type { Gradient } from "./gradient.ts";
import { KernelGradient } from "./kernel/kernel-gradient.ts";
import { NetworkKernel } from "./kernel/network-kernel.ts";
import { layoutOf, type NetworkShape, weightCount } from "./network-shape.ts";
import type { Random } from "./random.ts";

export type Weights = Float32Array | Float64Array;

/** What the forward pass leaves behind for the backward pass. */
export interface Activations {
  /** One score per candidate. */
  scores: Float64Array;
  /** Per candidate, its `width` sums. The buffer is reused by the network's next forward pass. */
  sums: Float64Array;
  /** Per candidate, its `hidden` pre-activations; reused likewise. */
  pre: Float64Array;
}

/**
 * Scores candidates. With T(c) the tokens of candidate c and S the state tokens,
 *
 *     x(c) = Σ_{t ∈ T(c)} Σ_{s ∈ S} E[row(t, s)]        score(c) = x₀ + v · ReLU(W x + b)
 *
 * The inner sum depends on the token only, so it is made once for each distinct token of the step.
 */
export class ScoreNetwork {
  private readonly at: ReturnType<typeof layoutOf>;
  private tokenSums = new Float64Array(0);
  private mixed = new Int32Array(0);
  private sums = new Float64Array(0);
  private pre = new Float64Array(0);

  /**
   * @param weights flat, in the order of `layoutOf`
   * @param kernel that has these weights, for a network that is to be quick
   */
  constructor(
    readonly shape: NetworkShape,
    readonly weights: Weights,
    readonly kernel: NetworkKernel | null = null,
  ) {
    this.at = layoutOf(shape);
    if (weights.length !== this.at.total) {
      throw new RangeError(`expected ${this.at.total} weights for this shape, received ${weights.length}`);
    }
  }

  /** A fresh network: zero table, so that it starts uniform; small random hidden layer. */
  static create(shape: NetworkShape, random: Random, precision: "f32" | "f64" = "f32"): ScoreNetwork {
    const count = weightCount(shape);
    const weights = precision === "f32" ? new Float32Array(count) : new Float64Array(count);
    const at = layoutOf(shape);
    const scale = 1 / Math.sqrt(shape.width);
    for (let i = at.w; i < at.b; i++) weights[i] = (random.next() * 2 - 1) * scale;
    for (let i = at.v; i < at.total; i++) weights[i] = (random.next() * 2 - 1) / Math.sqrt(shape.hidden);
    return new ScoreNetwork(shape, weights);
  }

  clone(): ScoreNetwork {
    return new ScoreNetwork(this.shape, this.weights.slice());
  }

  /**
   * The same network, several times as quick where kernels fit it and the machine runs them; else itself. Its weights are
   * a copy, unless it was quick before. Scores and gradients are the same bit for bit.
   */
  accelerated(): ScoreNetwork {
    if (this.kernel) return this;
    const kernel = NetworkKernel.create(this.shape, this.weights);
    return kernel ? new ScoreNetwork(this.shape, kernel.weights, kernel) : this;
  }

  /** Sums of table rows per distinct token: tokens × width. The buffer is reused by the next call. */
  private sumTokens(decision: Decision): Float64Array {
    const { width, tableBits } = this.shape;
    const mask = 2 ** tableBits - 1;
    const { tokens, state } = decision;
    const size = tokens.length * width;
    if (this.tokenSums.length < size) this.tokenSums = new Float64Array(size * 2);
    const sums = this.tokenSums;
    const weights = this.weights;
    sums.fill(0, 0, size);
    const mixed = this.mixStates(state);
    if (width === 4) {
      // The usual width, with its four sums in registers: this loop is most of the cost of acting.
      for (let t = 0; t < tokens.length; t++) {
        const token = tokens[t] as number;
        let a = 0;
        let b = 0;
        let c = 0;
        let d = 0;
        for (let s = 0; s < state.length; s++) {
          const row = mixedRow(token, mixed[s] as number, mask) << 2;
          a += weights[row] as number;
          b += weights[row + 1] as number;
          c += weights[row + 2] as number;
          d += weights[row + 3] as number;
        }
        const base = t << 2;
        sums[base] = a;
        sums[base + 1] = b;
        sums[base + 2] = c;
        sums[base + 3] = d;
      }
      return sums;
    }
    for (let t = 0; t < tokens.length; t++) {
      const token = tokens[t] as number;
      const base = t * width;
      for (let s = 0; s < state.length; s++) {
        const row = mixedRow(token, mixed[s] as number, mask) * width;
        for (let d = 0; d < width; d++) {
          sums[base + d] = (sums[base + d] as number) + (weights[row + d] as number);
        }
      }
    }
    return sums;
  }

  private mixStates(state: Uint32Array): Int32Array {
    if (this.mixed.length < state.length) this.mixed = new Int32Array(state.length * 2);
    for (let s = 0; s < state.length; s++) this.mixed[s] = mixState(state[s] as number);
    return this.mixed;
  }

  forward(decision: Decision): Activations {
    if (this.kernel?.takes(decision)) return this.kernel.forward(decision);
    const { width, hidden } = this.shape;
    const n = candidateCount(decision);
    const tokenSums = this.sumTokens(decision);
    if (this.sums.length < n * width) this.sums = new Float64Array(n * width * 2);
    if (this.pre.length < n * hidden) this.pre = new Float64Array(n * hidden * 2);
    const { sums, pre } = this;
    sums.fill(0, 0, n * width);
    const scores = new Float64Array(n);
    const { w, b, v } = this.at;
    const { weights } = this;
    const { members, offsets } = decision;
    for (let k = 0; k < n; k++) {
      const x = k * width;
      for (let m = offsets[k] as number; m < (offsets[k + 1] as number); m++) {
        const base = (members[m] as number) * width;
        for (let d = 0; d < width; d++)
          sums[x + d] = (sums[x + d] as number) + (tokenSums[base + d] as number);
      }
      let score = sums[x] as number;
      for (let h = 0; h < hidden; h++) {
        let z = weights[b + h] as number;
        for (let d = 0; d < width; d++) z += (weights[w + h * width + d] as number) * (sums[x + d] as number);
        pre[k * hidden + h] = z;
        if (z > 0) score += (weights[v + h] as number) * z;
      }
      scores[k] = score;
    }
    return { scores, sums, pre };
  }

  /**
   * Adds the gradient of a loss to `gradient`.
   * @param activations of the network's last forward pass, which was of this decision
   * @param scoreGradient ∂loss/∂score, one per candidate
   */
  backward(
    decision: Decision,
    activations: Activations,
    scoreGradient: Float64Array,
    gradient: Gradient,
  ): void {
    const { kernel } = this;
    if (kernel?.takes(decision) && gradient instanceof KernelGradient && gradient.kernel === kernel) {
      kernel.backward(decision, scoreGradient);
      return;
    }
    const { width, hidden, tableBits } = this.shape;
    const { w, b, v } = this.at;
    const { weights } = this;
    const { sums, pre } = activations;
    const { tokens, members, offsets, state } = decision;
    const tokenGradient = new Float64Array(tokens.length * width);
    const dx = new Float64Array(width);
    for (let k = 0; k < scoreGradient.length; k++) {
      const ds = scoreGradient[k] as number;
      if (ds === 0) continue;
      dx.fill(0);
      dx[0] = ds;
      for (let h = 0; h < hidden; h++) {
        const z = pre[k * hidden + h] as number;
        if (z <= 0) continue;
        gradient.addDense(v + h, ds * z);
        const dz = ds * (weights[v + h] as number);
        gradient.addDense(b + h, dz);
        for (let d = 0; d < width; d++) {
          const at = w + h * width + d;
          gradient.addDense(at, dz * (sums[k * width + d] as number));
          dx[d] = (dx[d] as number) + dz * (weights[at] as number);
        }
      }
      for (let m = offsets[k] as number; m < (offsets[k + 1] as number); m++) {
        const base = (members[m] as number) * width;
        for (let d = 0; d < width; d++) {
          tokenGradient[base + d] = (tokenGradient[base + d] as number) + (dx[d] as number);
        }
      }
    }
    const mask = 2 ** tableBits - 1;
    const pairs = { mixed: this.mixStates(state), states: state.length, mask };
    for (let t = 0; t < tokens.length; t++) {
      gradient.addPairs(tokens[t] as number, pairs, tokenGradient, t * width);
    }
  }
}
