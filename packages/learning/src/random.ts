/** The state of a generator: four 32-bit words. Part of every checkpoint, so that a resumed run draws the same numbers. */
export type RandomState = readonly [number, number, number, number];

/**
 * xoshiro128** by Blackman and Vigna (public domain): quick, good enough for sampling, and its state is four numbers.
 * https://prng.di.unimi.it/xoshiro128starstar.c
 */
export class Random {
  private s0: number;
  private s1: number;
  private s2: number;
  private s3: number;

  constructor(state: RandomState) {
    [this.s0, this.s1, this.s2, this.s3] = state;
  }

  /** A generator from one number, spread over the state by splitmix32. */
  static fromSeed(seed: number): Random {
    let word = seed >>> 0;
    const next = () => {
      word = (word + 0x9e3779b9) >>> 0;
      let z = word;
      z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
      z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
      return (z ^ (z >>> 15)) >>> 0;
    };
    return new Random([next(), next(), next(), next()]);
  }

  get state(): RandomState {
    return [this.s0 >>> 0, this.s1 >>> 0, this.s2 >>> 0, this.s3 >>> 0];
  }

  /** 32 random bits as a whole number from 0. */
  nextUint32(): number {
    const product = Math.imul(this.s1, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0;
    const t = this.s1 << 9;
    this.s2 ^= this.s0;
    this.s3 ^= this.s1;
    this.s1 ^= this.s2;
    this.s0 ^= this.s3;
    this.s2 ^= t;
    this.s3 = (this.s3 << 11) | (this.s3 >>> 21);
    return result;
  }

  /** A number in [0, 1) with 32 random bits. */
  next(): number {
    return this.nextUint32() / 4_294_967_296;
  }

  /** A whole number in [0, bound). */
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  /** Shuffles in place (Fisher–Yates) and returns the same array. */
  shuffle<T>(items: T[]): T[] {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      const held = items[i] as T;
      items[i] = items[j] as T;
      items[j] = held;
    }
    return items;
  }
}
