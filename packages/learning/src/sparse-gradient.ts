import { layoutOf, type NetworkShape } from "./network-shape.ts";

/**
 * A gradient that knows which rows of the pair table it touches: a decision touches some thousands of 262,144, and
 * clearing or stepping over all of them would cost more than the decision itself.
 */
export class SparseGradient {
  readonly values: Float64Array;
  private readonly touched: Uint8Array;
  private readonly list: Int32Array;
  private count = 0;
  private readonly tableSize: number;
  private readonly width: number;

  constructor(shape: NetworkShape) {
    const at = layoutOf(shape);
    this.values = new Float64Array(at.total);
    this.tableSize = at.w;
    this.width = shape.width;
    this.touched = new Uint8Array(2 ** shape.tableBits);
    this.list = new Int32Array(2 ** shape.tableBits);
  }

  /** Adds to a weight outside of the table. */
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

  /** Calls back with the index of every weight that may have a gradient. */
  forEachIndex(visit: (index: number) => void): void {
    for (let i = 0; i < this.count; i++) {
      const at = (this.list[i] as number) * this.width;
      for (let d = 0; d < this.width; d++) visit(at + d);
    }
    for (let i = this.tableSize; i < this.values.length; i++) visit(i);
  }

  /** Euclidean norm. */
  norm(): number {
    let sum = 0;
    this.forEachIndex((index) => {
      sum += (this.values[index] as number) ** 2;
    });
    return Math.sqrt(sum);
  }

  scale(factor: number): void {
    this.forEachIndex((index) => {
      this.values[index] = (this.values[index] as number) * factor;
    });
  }

  /** Back to zero, for the next batch. */
  clear(): void {
    this.forEachIndex((index) => {
      this.values[index] = 0;
    });
    for (let i = 0; i < this.count; i++) this.touched[this.list[i] as number] = 0;
    this.count = 0;
  }
}
