export interface PeriodicRunnerOptions {
  name: string;
  /** Time between the end of one turn and the start of the next. */
  intervalMs: number;
  /** How long a wake waits for others to join it. @default 0 */
  wakeDelayMs?: number;
  run: (signal: AbortSignal) => Promise<void>;
  /** Told of a turn that failed; the next turn comes as usual. */
  onError: (error: unknown, name: string) => void;
}

/** A loop that never overlaps itself, can be woken early, and ends cleanly. */
export class PeriodicRunner {
  readonly #options: PeriodicRunnerOptions;
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #woken = false;

  constructor(options: PeriodicRunnerOptions) {
    this.#options = options;
  }

  /** Begins; the first turn comes after one interval unless it is woken. */
  start(): void {
    this.#schedule(this.#options.intervalMs);
  }

  /** Asks for a turn as soon as possible. Any number of calls before it starts are one turn. */
  wake(): void {
    if (this.#woken) return;
    this.#woken = true;
    if (!this.#running) this.#schedule(this.#options.wakeDelayMs ?? 0);
  }

  /** Ends the loop; resolves when the turn in progress has ended. */
  async stop(): Promise<void> {
    this.#stop.abort();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
  }

  #schedule(delayMs: number): void {
    if (this.#stop.signal.aborted) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#running = this.#turn();
    }, delayMs);
  }

  async #turn(): Promise<void> {
    this.#woken = false;
    try {
      await this.#options.run(this.#stop.signal);
    } catch (error) {
      this.#options.onError(error, this.#options.name);
    }
    this.#running = null;
    this.#schedule(this.#woken ? (this.#options.wakeDelayMs ?? 0) : this.#options.intervalMs);
  }
}
