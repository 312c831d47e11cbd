import { topicsOf } from "@deskrl/core";
import type { Event } from "@deskrl/domain";
import type { ServerEvents, Topic } from "@deskrl/protocol";
import type { EventBatch } from "./event-feed.ts";

export interface Replay {
  events: Event[];
  latestSequence: number;
  gap: boolean;
}

export interface ClientStreamOptions {
  emit: (batch: Parameters<ServerEvents["events:appended"]>[0]) => void;
  /** Events of `topics` after `since`, or only where the stream stands when `since` is null. */
  read: (options: { since: number | null; topics: Topic[] }) => Promise<Replay>;
  /** Where the live feed stands when the client connects. */
  position: number;
}

/**
 * What one client is sent. A join attaches to the live feed first and holds it back while the past is read, so the
 * client gets every event of its topics once, in order, wherever the two meet.
 */
export class ClientStream {
  readonly #options: ClientStreamOptions;
  readonly #topics = new Set<Topic>();
  #position: number;
  #held: EventBatch[] | null = null;
  #joining: Promise<unknown> = Promise.resolve();

  constructor(options: ClientStreamOptions) {
    this.#options = options;
    this.#position = options.position;
  }

  /** Everything up to here has been sent; null while a join is being answered. */
  get position(): number | null {
    return this.#held ? null : this.#position;
  }

  /** New events of the feed. */
  deliver(batch: EventBatch): void {
    if (this.#held) this.#held.push(batch);
    else this.#emit(batch);
  }

  /** Joins topics; `answer` is called with the replay before any later event is sent. Joins wait for each other. */
  join(topics: readonly Topic[], since: number | null, answer: (replay: Replay) => void): Promise<void> {
    const joined = this.#joining.then(() => this.#join(topics, since, answer));
    this.#joining = joined.catch(() => {});
    return joined;
  }

  leave(topics: readonly Topic[]): void {
    for (const topic of topics) this.#topics.delete(topic);
  }

  async #join(
    topics: readonly Topic[],
    since: number | null,
    answer: (replay: Replay) => void,
  ): Promise<void> {
    const before = [...this.#topics];
    this.#held = [];
    for (const topic of topics) this.#topics.add(topic);
    try {
      const replay = await this.#options.read(this.#replayOf(before, since));
      answer(replay);
      this.#position = replay.latestSequence;
    } finally {
      const held = this.#held;
      this.#held = null;
      for (const batch of held) this.#emit(batch);
    }
  }

  /** Without `since` the client asks for no past; what it is owed of its earlier topics must not be lost to the hold. */
  #replayOf(before: Topic[], since: number | null): { since: number | null; topics: Topic[] } {
    const topics = [...this.#topics];
    if (since !== null) return { since: before.length > 0 ? Math.min(since, this.#position) : since, topics };
    return before.length > 0 ? { since: this.#position, topics: before } : { since: null, topics: [] };
  }

  #emit({ events, latestSequence }: EventBatch): void {
    if (latestSequence <= this.#position) return;
    const wanted = events.filter(
      (event) => event.sequence > this.#position && topicsOf(event).some((topic) => this.#topics.has(topic)),
    );
    this.#position = latestSequence;
    if (wanted.length > 0) this.#options.emit({ version: 1, events: wanted, latestSequence });
  }
}
