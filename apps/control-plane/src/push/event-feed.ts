import type { Event } from "@deskrl/domain";

export interface EventBatch {
  /** In sequence order. */
  events: Event[];
  latestSequence: number;
}

type BatchListener = (batch: EventBatch) => void;

/** The outbox as everyone in this process sees it: each event once, in order. */
export class EventFeed {
  readonly #listeners = new Set<BatchListener>();
  #position = 0;

  /** The last event that was handed out. */
  get position(): number {
    return this.#position;
  }

  /** Where the outbox stands before the first event comes. */
  startAt(sequence: number): void {
    this.#position = Math.max(this.#position, sequence);
  }

  /** Hands out the relay's next events. */
  publish(events: Event[]): void {
    const latestSequence = events.at(-1)?.sequence ?? this.#position;
    this.#position = latestSequence;
    for (const listener of this.#listeners) listener({ events, latestSequence });
  }

  subscribe(listener: BatchListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
