import type { Event } from "@deskrl/domain";

/** Events that may wait to be applied; with more it is cheaper, and true as well, to ask for everything anew. */
export const QUEUE_LIMIT = 5_000;

/**
 * Events on their way to the screen. A browser that sleeps, or is too slow, lets them pile up: past the limit they are
 * dropped, and the reader is told once that there is a gap.
 */
export class EventQueue {
  readonly #limit: number;
  #events: Event[] = [];
  #gap = false;

  constructor(limit = QUEUE_LIMIT) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#events.length;
  }

  push(events: readonly Event[]): void {
    if (this.#gap) return;
    if (this.#events.length + events.length > this.#limit) {
      this.#events = [];
      this.#gap = true;
      return;
    }
    this.#events.push(...events);
  }

  /** The next events, at most so many; `gap` when everything is to be asked for instead. */
  take(most: number): { events: Event[]; gap: boolean } {
    const gap = this.#gap;
    this.#gap = false;
    return { events: this.#events.splice(0, most), gap };
  }
}
