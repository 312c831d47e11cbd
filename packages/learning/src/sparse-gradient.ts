import { type AdamOptions, type AdamState, adamStep } from "./adam.ts";
import { mixedRow } from "./decision.ts";
import type { Gradient, MixedStates } from "./gradient.ts";
import { layoutOf, type NetworkShape } from "./network-shape.ts";
import type { Weights } from "./score-network.ts";

/**
 * A gradient that knows which rows of the pair table it touches: a decision touches some thousands of 262,144, and
 * clearing or stepping over all of them would cost more than the decision itself.
 */
export class SparseGradient implements Gradient {
  readonly values: Weights;
  private readonly touched: Uint8Array;
  private readonly list: Int32Array;
  private count = 0;
  private readonly tableSize: number;
  private readonly width: number;

  /** @param precision of the sums; `f32` is half the memory to jump about in, which is most of the cost of training */
  constructor(shape: NetworkShape, precision: "f32" | "f64" = "f64") {
    const at = layoutOf(shape);
    this.values = precision === "f32" ? new Float32Array(at.total) : new Float64Array(at.total);
    this.tableSize = at.w;
    this.width = shape.width;
    this.touched = new Uint8Array(2 ** shape.tableBits);
    this.list = new Int32Array(2 ** shape.tableBits);
  }

  addDense(index: number, value: number): void {
    this.values[index] = (this.values[index] as number) + value;
  }

  /** Adds `width` numbers of `source`, from `from`, to a row of the table. */
  addRow(row: number, source: Float64Array, from: number): void {
    if (this.touched[row] === 0) {
      this.touched[row] = 1;
      this.list[this.count++] = row;
    }
    const at = row * this.width;
    for (let d = 0; d < this.width; d++) {
      this.values[at + d] = (this.values[at + d] as number) + (source[from + d] as number);
    }
  }

  addPairs(token: number, { mixed, states, mask }: MixedStates, source: Float64Array, from: number): void {
    if (this.width !== 4) {
      for (let s = 0; s < states; s++) this.addRow(mixedRow(token, mixed[s] as number, mask), source, from);
      return;
    }
    const { values, touched, list } = this;
    const a = source[from] as number;
    const b = source[from + 1] as number;
    const c = source[from + 2] as number;
    const d = source[from + 3] as number;
    let count = this.count;
    for (let s = 0; s < states; s++) {
      const row = mixedRow(token, mixed[s] as number, mask);
      if (touched[row] === 0) {
        touched[row] = 1;
        list[count++] = row;
      }
      const at = row << 2;
      values[at] = (values[at] as number) + a;
      values[at + 1] = (values[at + 1] as number) + b;
      values[at + 2] = (values[at + 2] as number) + c;
      values[at + 3] = (values[at + 3] as number) + d;
    }
    this.count = count;
  }

  /**
   * Puts the touched rows in the order of the table. A batch touches so many of them that going through memory in order
   * is several times faster than jumping about in it.
   */
  private sort(): void {
    if (this.count < this.list.length >> 5) {
      this.list.subarray(0, this.count).sort();
      return;
    }
    const { touched, list } = this;
    let at = 0;
    for (let row = 0; row < touched.length; row++) if (touched[row] === 1) list[at++] = row;
  }

  /** The touched rows of the table: the first `count` of `list`, each `width` long. Behind the table all may be touched. */
  get rows(): { list: Int32Array; count: number; width: number; tableSize: number } {
    return { list: this.list, count: this.count, width: this.width, tableSize: this.tableSize };
  }

  norm(): number {
    this.sort();
    let sum = 0;
    const { values, list, width, count } = this;
    for (let i = 0; i < count; i++) {
      const at = (list[i] as number) * width;
      for (let d = at; d < at + width; d++) sum += (values[d] as number) * (values[d] as number);
    }
    for (let i = this.tableSize; i < values.length; i++) sum += (values[i] as number) * (values[i] as number);
    return Math.sqrt(sum);
  }

  adamStep(weights: Weights, state: AdamState, options: AdamOptions): void {
    adamStep(weights, this, state, options);
  }

  clear(): void {
    const { values, touched, list, width, count } = this;
    for (let i = 0; i < count; i++) {
      const row = list[i] as number;
      touched[row] = 0;
      const at = row * width;
      for (let d = at; d < at + width; d++) values[d] = 0;
    }
    values.fill(0, this.tableSize);
    this.count = 0;
  }
}
