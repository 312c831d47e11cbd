export interface StallWatchOptions {
  limitMs: number;
  /** True while silence is what is expected. */
  isWaiting: () => boolean;
  /** Called once. */
  onStall: (silentMs: number) => void;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
}

/** Tells when a trainer that should be at work has been silent for too long, however alive its process is. */
export class StallWatch {
  readonly #options: Required<StallWatchOptions>;
  #timer: NodeJS.Timeout | undefined;
  #heardAt = 0;
  #held = false;

  constructor(options: StallWatchOptions) {
    this.#options = { now: () => performance.now(), ...options };
  }

  start(): void {
    this.heard();
    this.#timer = setInterval(() => this.#look(), Math.max(20, this.#options.limitMs / 10));
  }

  /** What came is being worked at: the next silence begins after that. */
  hold(): void {
    this.#held = true;
  }

  heard(): void {
    this.#held = false;
    this.#heardAt = this.#options.now();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const { now, limitMs, isWaiting, onStall } = this.#options;
    if (this.#held || isWaiting()) {
      this.#heardAt = now();
      return;
    }
    const silentMs = now() - this.#heardAt;
    if (silentMs < limitMs) return;
    this.stop();
    onStall(silentMs);
  }
}
