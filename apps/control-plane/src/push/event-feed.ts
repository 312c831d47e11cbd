import { type CoreContext, readEvents } from "@deskrl/core";
import type { Event } from "@deskrl/domain";
import { PeriodicRunner } from "../lib/periodic-runner.ts";

export interface EventBatch {
  /** In sequence order. */
  events: Event[];
  latestSequence: number;
  /** Events were skipped because there were too many: whoever keeps a copy fetches it anew. */
  gap: boolean;
}

export interface EventFeedOptions {
  core: CoreContext;
  onError: (error: unknown, name: string) => void;
  /** How often it looks without being notified: a lost notification delays an event by this at most. */
  pollIntervalMs?: number;
  /** Events taken in one turn. */
  limit?: number;
}

type BatchListener = (batch: EventBatch) => void;

/** The outbox as a stream: each event once, in order, to everyone in this process who listens. */
export class EventFeed {
  readonly #options: EventFeedOptions;
  readonly #runner: PeriodicRunner;
  readonly #listeners = new Set<BatchListener>();
  #position = 0;

  constructor(options: EventFeedOptions) {
    this.#options = options;
    this.#runner = new PeriodicRunner({
      name: "event feed",
      intervalMs: options.pollIntervalMs ?? 2_000,
      run: () => this.#read(),
      onError: options.onError,
    });
  }

  /** The last event that was handed out. */
  get position(): number {
    return this.#position;
  }

  /** Begins at the end of what is there now. */
  async start(): Promise<void> {
    const { latestSequence } = await readEvents(this.#options.core, { since: null });
    this.#position = latestSequence;
    this.#runner.start();
  }

  /** There is something new. */
  wake(): void {
    this.#runner.wake();
  }

  subscribe(listener: BatchListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  stop(): Promise<void> {
    return this.#runner.stop();
  }

  async #read(): Promise<void> {
    const limit = this.#options.limit ?? 10_000;
    const batch = await readEvents(this.#options.core, { since: this.#position, limit });
    if (batch.latestSequence === this.#position) return;
    this.#position = batch.latestSequence;
    for (const listener of this.#listeners) listener(batch);
  }
}
