import type { WallChange } from "@deskrl/protocol";
import { unpackWall, type WallRow } from "@deskrl/protocol/wall";

/** The whole fleet as it is known now. A new object for each change; rows that did not change stay the same. */
export interface WallState {
  /** `failed`: the server could not read it; it is asked again by itself. */
  status: "loading" | "ready" | "failed";
  /** Oldest desktop first. */
  rows: readonly WallRow[];
  byId: ReadonlyMap<string, WallRow>;
}

export interface WallChannel {
  /** Asks for the whole. */
  watch: (answer: (wall: WallChange | null) => void) => void;
  leave: () => void;
}

const LOADING: WallState = { status: "loading", rows: [], byId: new Map() };
const RETRY_MS = 3_000;

/**
 * Keeps the wall true to what the server sends: the whole first, then changes. A change that was missed shows by its
 * number, and the whole is asked for again; so nothing has to be kept for a browser that cannot keep up.
 */
export class WallStore {
  readonly #channel: WallChannel;
  readonly #listeners = new Set<() => void>();
  #state: WallState = LOADING;
  #users = 0;
  #hidden = false;
  #tick = 0;
  /** Changes that came before the whole that is being asked for; null while none is. */
  #early: WallChange[] | null = null;
  /** Counts the questions, so that an answer to an old one is not taken. */
  #question = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(channel: WallChannel) {
    this.#channel = channel;
  }

  state = (): WallState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Follows the wall until the returned function is called. */
  join(): () => void {
    this.#users += 1;
    if (this.#users === 1) this.ask();
    return () => {
      this.#users -= 1;
      if (this.#users === 0) this.#stop();
    };
  }

  /** Nobody looks: nothing is followed until someone does again. */
  setHidden(hidden: boolean): void {
    if (hidden === this.#hidden) return;
    this.#hidden = hidden;
    if (hidden) this.#stop();
    else this.ask();
  }

  /** Asks for the whole: at the beginning, after a loss, after a missed change. */
  ask(): void {
    clearTimeout(this.#timer);
    if (this.#users === 0 || this.#hidden) return;
    this.#question += 1;
    const question = this.#question;
    this.#early = [];
    this.#channel.watch((wall) => {
      if (question !== this.#question) return;
      const early = this.#early ?? [];
      this.#early = null;
      if (!wall) {
        this.#set({ ...this.#state, status: "failed" });
        this.#timer = setTimeout(() => this.ask(), RETRY_MS);
        return;
      }
      this.#tick = wall.tick;
      const rows = unpackWall(wall.columns);
      this.#set({ status: "ready", rows, byId: new Map(rows.map((row) => [row.id, row])) });
      for (const change of early) if (change.tick > wall.tick) this.receive(change);
    });
  }

  receive(change: WallChange): void {
    if (this.#early) {
      this.#early.push(change);
      return;
    }
    if (this.#state.status !== "ready" || this.#users === 0 || this.#hidden) return;
    if (change.tick <= this.#tick) return;
    if (change.tick > this.#tick + 1) {
      this.ask();
      return;
    }
    this.#tick = change.tick;
    const byId = new Map(this.#state.byId);
    for (const id of change.gone) byId.delete(id);
    // A map keeps the place of a key it has, and a new desktop is the youngest: the order stays.
    for (const row of unpackWall(change.columns)) byId.set(row.id, row);
    this.#set({ status: "ready", rows: [...byId.values()], byId });
  }

  close(): void {
    this.#stop();
    this.#listeners.clear();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#question += 1;
    this.#early = null;
    this.#channel.leave();
  }

  #set(state: WallState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
