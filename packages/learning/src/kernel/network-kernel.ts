import { candidateCount, type Decision } from "../decision.ts";
import { type NetworkShape, weightCount } from "../network-shape.ts";
import type { Activations, Weights } from "../score-network.ts";
import { instantiateKernels, type KernelExports } from "./instance.ts";
import { fitsKernels, kernelLayout, ROOM } from "./layout.ts";

/**
 * Weights, gradient and moments of a network in a memory of WebAssembly, with the kernels that work on them. What they
 * compute is bit for bit what the plain code does.
 */
export class NetworkKernel {
  readonly weights: Float32Array;
  /** The gradient of the batch. */
  readonly values: Float32Array;
  /** A bit for each row of the table: whether the batch has added to it. */
  readonly touched: Int32Array;
  readonly m: Float32Array;
  readonly v: Float32Array;
  readonly #tokens: Uint32Array;
  readonly #members: Uint16Array;
  readonly #offsets: Uint32Array;
  readonly #states: Uint32Array;
  readonly #sums: Float64Array;
  readonly #pre: Float64Array;
  readonly #scores: Float64Array;
  readonly #scoreGradients: Float64Array;
  /** The decision that lies in the memory. */
  #loaded: Decision | null = null;

  /** Null for a network that the kernels are not made for, and on a machine that cannot run them. */
  static create(shape: NetworkShape, weights: Weights): NetworkKernel | null {
    if (!fitsKernels(shape) || !(weights instanceof Float32Array)) return null;
    const layout = kernelLayout(shape);
    const made = instantiateKernels(layout.pages);
    if (!made) return null;
    const kernel = new NetworkKernel(shape, made.kernels, made.buffer);
    kernel.weights.set(weights);
    return kernel;
  }

  private constructor(
    shape: NetworkShape,
    readonly kernels: KernelExports,
    buffer: ArrayBuffer,
  ) {
    const { at } = kernelLayout(shape);
    const count = weightCount(shape);
    this.weights = new Float32Array(buffer, at.weights, count);
    this.values = new Float32Array(buffer, at.values, count);
    this.m = new Float32Array(buffer, at.m, count);
    this.v = new Float32Array(buffer, at.v, count);
    this.touched = new Int32Array(buffer, at.touched, Math.max(1, 2 ** (shape.tableBits - 5)));
    this.#tokens = new Uint32Array(buffer, at.tokens, ROOM.tokens);
    this.#members = new Uint16Array(buffer, at.members, ROOM.members);
    this.#offsets = new Uint32Array(buffer, at.offsets, ROOM.candidates + 1);
    this.#states = new Uint32Array(buffer, at.states, ROOM.states);
    this.#sums = new Float64Array(buffer, at.sums, ROOM.candidates * shape.width);
    this.#pre = new Float64Array(buffer, at.pre, ROOM.candidates * shape.hidden);
    this.#scores = new Float64Array(buffer, at.scores, ROOM.candidates);
    this.#scoreGradients = new Float64Array(buffer, at.scoreGradients, ROOM.candidates);
    const { tableBits, hidden } = shape;
    kernels.placeNetwork(tableBits, hidden, at.weights, at.values, at.m, at.v, at.touched);
    const { tokens, members, offsets, states, mixed, tokenSums, tokenGradients } = at;
    kernels.placeDecision(
      ...[tokens, members, offsets, states, mixed, tokenSums, tokenGradients],
      ...[at.sums, at.pre, at.scores, at.scoreGradients, at.dense],
    );
  }

  /** Whether there is room for a decision. */
  takes({ tokens, members, offsets, state }: Decision): boolean {
    return (
      tokens.length <= ROOM.tokens &&
      members.length <= ROOM.members &&
      offsets.length <= ROOM.candidates &&
      state.length <= ROOM.states
    );
  }

  /** Of a decision that `takes` allows. */
  forward(decision: Decision): Activations {
    const { tokens, members, offsets, state } = decision;
    this.#tokens.set(tokens);
    this.#members.set(members);
    this.#offsets.set(offsets);
    this.#states.set(state);
    const candidates = candidateCount(decision);
    this.kernels.forward(tokens.length, state.length, candidates);
    this.#loaded = decision;
    return { scores: this.#scores.slice(0, candidates), sums: this.#sums, pre: this.#pre };
  }

  /** Adds the gradient of the decision that the last `forward` was of to the values. */
  backward(decision: Decision, scoreGradient: Float64Array): void {
    if (this.#loaded !== decision) this.forward(decision);
    this.#scoreGradients.set(scoreGradient);
    this.kernels.backward(decision.tokens.length, decision.state.length, scoreGradient.length);
  }
}
