import type { LoopHealth } from "@deskrl/api";

/** A loop counts as stuck after this many intervals, but not before `LEAST_MS`. */
const INTERVALS = 10;
const LEAST_MS = 30_000;

/** Follows the turns of one loop. */
export class LoopMonitor {
  readonly #options: { name: string; intervalMs: number; leaderOnly: boolean; clock: () => Date };
  /** Since when it has had to do its turns: its start, or when this process began to lead. */
  #since: Date;
  #startedAt: Date | null = null;
  #running = false;
  #succeededAt: Date | null = null;
  #durationMs: number | null = null;
  #error: string | null = null;

  constructor(options: { name: string; intervalMs: number; leaderOnly: boolean; clock: () => Date }) {
    this.#options = options;
    this.#since = options.clock();
  }

  /** Runs a turn and notes how it went. What it throws is thrown on. */
  async follow(turn: () => Promise<void>): Promise<void> {
    const { clock } = this.#options;
    const startedAt = clock();
    this.#startedAt = startedAt;
    this.#running = true;
    try {
      await turn();
      this.#succeededAt = clock();
      this.#error = null;
    } catch (error) {
      this.#error = error instanceof Error ? (error.message.trim().split("\n")[0] ?? "") : String(error);
      throw error;
    } finally {
      this.#running = false;
      this.#durationMs = clock().getTime() - startedAt.getTime();
    }
  }

  /** Its turns are this process's from now on. */
  takeOver(): void {
    this.#since = this.#options.clock();
  }

  health(leading: boolean): LoopHealth {
    const { name, intervalMs, leaderOnly } = this.#options;
    return {
      ...{ name, leaderOnly, intervalMs },
      state: this.#state(leading),
      lastTurnAt: this.#startedAt,
      lastSuccessAt: this.#succeededAt,
      durationMs: this.#durationMs,
      lastError: this.#error,
    };
  }

  #state(leading: boolean): LoopHealth["state"] {
    const { intervalMs, leaderOnly, clock } = this.#options;
    if (leaderOnly && !leading) return "standby";
    const heard = Math.max(this.#since.getTime(), this.#startedAt?.getTime() ?? 0);
    if (clock().getTime() - heard > Math.max(LEAST_MS, INTERVALS * intervalMs)) return "stuck";
    if (this.#error !== null) return "failing";
    return this.#running ? "working" : "waiting";
  }
}
