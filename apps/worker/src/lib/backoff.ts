export interface BackoffOptions {
  firstMs: number;
  maxMs: number;
  /** In [0, 1). @default Math.random */
  random?: () => number;
}

export interface Backoff {
  /** Milliseconds to wait before the next try: doubling, with half of it drawn at random. */
  next(): number;
  /** Starts over, after a success. */
  reset(): void;
}

/** Exponential back-off with jitter, so that many workers do not come back at the same instant. */
export function createBackoff({ firstMs, maxMs, random = Math.random }: BackoffOptions): Backoff {
  let attempt = 0;
  return {
    next: () => {
      const ceiling = Math.min(maxMs, firstMs * 2 ** attempt);
      attempt = Math.min(attempt + 1, 30);
      return ceiling / 2 + (ceiling / 2) * random();
    },
    reset: () => {
      attempt = 0;
    },
  };
}
