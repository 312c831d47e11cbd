import type { Wall } from "@deskrl/core";
import type { Event } from "@deskrl/domain";
import { packWall, type WallChange } from "@deskrl/protocol";
import type { EventFeed } from "./event-feed.ts";

/** Changes go out at most this often, however many events there are. */
const INTERVAL_MS = 500;
/** Waits this long for the rest of a burst. */
const GATHER_MS = 30;
/** Silence makes no event, so all is looked at again now and then: workers that are lost show by this. */
const SWEEP_INTERVAL_MS = 5_000;

export interface WallHubOptions {
  feed: EventFeed;
  /** The rows as they are now; all without ids. */
  read: (options: { ids?: readonly string[] }) => Promise<Wall>;
  /** To everyone who watches. */
  broadcast: (change: WallChange) => void;
  onError: (error: unknown, name: string) => void;
  intervalMs?: number;
}

/**
 * Keeps walls fresh. Events only say which desktops changed; what they are now is read, in one query for all that
 * changed and once for all who watch. While nobody watches nothing is done.
 */
export class WallHub {
  readonly #options: Required<WallHubOptions>;
  readonly #dirty = new Set<string>();
  /** Of each desktop that was sent: its worker. */
  readonly #workerOf = new Map<string, string>();
  readonly #lost = new Map<string, boolean>();
  readonly #unsubscribe: () => void;
  #watchers = 0;
  #tick = 0;
  #lastAt = 0;
  #timer: NodeJS.Timeout | null = null;
  #sweep: NodeJS.Timeout | null = null;
  #reading = false;

  constructor(options: WallHubOptions) {
    this.#options = { intervalMs: INTERVAL_MS, ...options };
    this.#unsubscribe = options.feed.subscribe(({ events }) => this.#note(events));
  }

  /** One more watcher, which must be among those that `broadcast` reaches already. Resolves with the whole. */
  async watch(): Promise<WallChange> {
    this.#watchers += 1;
    this.#sweep ??= setInterval(() => void this.#lookForLost(), SWEEP_INTERVAL_MS);
    const tick = this.#tick;
    const { rows, at } = await this.#options.read({});
    for (const row of rows) {
      this.#workerOf.set(row.id, row.workerId);
      this.#lost.set(row.workerId, row.workerLost);
    }
    return { version: 1, tick, columns: packWall(rows, at.getTime()), gone: [] };
  }

  /** One watcher less. */
  leave(): void {
    this.#watchers -= 1;
    if (this.#watchers > 0) return;
    this.#dirty.clear();
    if (this.#sweep) clearInterval(this.#sweep);
    this.#sweep = null;
  }

  stop(): void {
    this.#unsubscribe();
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#sweep) clearInterval(this.#sweep);
  }

  #note(events: readonly Event[]): void {
    if (this.#watchers === 0) return;
    for (const event of events) {
      const id = desktopOf(event);
      if (id) this.#dirty.add(id);
    }
    this.#schedule();
  }

  #schedule(): void {
    if (this.#timer || this.#reading || this.#dirty.size === 0) return;
    const wait = Math.max(GATHER_MS, this.#lastAt + this.#options.intervalMs - Date.now());
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#send();
    }, wait);
  }

  async #send(): Promise<void> {
    const ids = [...this.#dirty];
    this.#dirty.clear();
    this.#lastAt = Date.now();
    this.#reading = true;
    try {
      const { rows, at } = await this.#options.read({ ids });
      this.#tick += 1;
      const present = new Set(rows.map((row) => row.id));
      const gone = ids.filter((id) => !present.has(id));
      for (const row of rows) this.#workerOf.set(row.id, row.workerId);
      for (const id of gone) this.#workerOf.delete(id);
      this.#options.broadcast({
        version: 1,
        tick: this.#tick,
        columns: packWall(rows, at.getTime()),
        gone,
      });
    } catch (error) {
      // They are read with the next change; a database that is away must not make walls old for ever.
      for (const id of ids) this.#dirty.add(id);
      this.#options.onError(error, "wall");
    }
    this.#reading = false;
    this.#schedule();
  }

  /** Looks at one desktop of each worker, and marks all of a worker that was lost, or came back, since the last look. */
  async #lookForLost(): Promise<void> {
    const oneOfEach = new Map([...this.#workerOf].map(([id, workerId]) => [workerId, id]));
    try {
      const { rows } = await this.#options.read({ ids: [...oneOfEach.values()] });
      const turned = rows.filter((row) => this.#lost.get(row.workerId) !== row.workerLost);
      if (turned.length === 0) return;
      for (const row of turned) this.#lost.set(row.workerId, row.workerLost);
      const workers = new Set(turned.map((row) => row.workerId));
      for (const [id, workerId] of this.#workerOf) if (workers.has(workerId)) this.#dirty.add(id);
      this.#schedule();
    } catch (error) {
      this.#options.onError(error, "wall");
    }
  }
}

/** The desktop that an event is about, if any. */
function desktopOf({ type, subjectId, payload }: Event): string | null {
  switch (type) {
    case "environment:changed":
    case "control:taken":
    case "control:given-back":
    case "agent:paused":
    case "agent:resumed":
      return subjectId;
    case "episode:changed":
    case "step:recorded":
      return typeof payload.environmentId === "string" ? payload.environmentId : null;
    default:
      return null;
  }
}
