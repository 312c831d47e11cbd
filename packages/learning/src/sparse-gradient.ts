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

  /** The touched rows of the table: the first `count` of `list`, each `width` long. Behind the table all may be touched. */
  get rows(): { list: Int32Array; count: number; width: number; tableSize: number } {
    return { list: this.list, count: this.count, width: this.width, tableSize: this.tableSize };
  }

  /** Euclidean norm. */
  norm(): number {
    let sum = 0;
    const { values } = this;
    for (let i = 0; i < this.count; i++) {
      const at = (this.list[i] as number) * this.width;
      for (let d = at; d < at + this.width; d++) sum += (values[d] as number) * (values[d] as number);
    }
    for (let i = this.tableSize; i < values.length; i++) sum += (values[i] as number) * (values[i] as number);
    return Math.sqrt(sum);
  }

  scale(factor: number): void {
    const { values } = this;
    for (let i = 0; i < this.count; i++) {
      const at = (this.list[i] as number) * this.width;
      for (let d = at; d < at + this.width; d++) values[d] = (values[d] as number) * factor;
    }
    for (let i = this.tableSize; i < values.length; i++) values[i] = (values[i] as number) * factor;
  }

  /** Back to zero, for the next batch. */
  clear(): void {
    const { values } = this;
    for (let i = 0; i < this.count; i++) {
      const row = this.list[i] as number;
      this.touched[row] = 0;
      values.fill(0, row * this.width, (row + 1) * this.width);
    }
    values.fill(0, this.tableSize);
    this.count = 0;
  }
}
