import type { ThumbnailMessage } from "@deskrl/protocol";
import type { WorkerConnection } from "../gateway/worker-connection.ts";
import type { WorkerRegistry } from "../gateway/worker-registry.ts";

/** Tiles a client may watch at a time: more than any screen shows. */
export const MAX_WATCHED = 300;
const PICTURE = { width: 320, intervalMs: 1_000 } as const;

type Deliver = (message: ThumbnailMessage) => void;

interface Watcher {
  environmentIds: ReadonlySet<string>;
  deliver: Deliver;
}

/** Asks workers for the pictures that someone sees, and no others, and hands them on. */
export class ThumbnailHub {
  readonly #workers: WorkerRegistry;
  readonly #watchers = new Map<string, Watcher>();
  readonly #asked = new WeakMap<WorkerConnection, string>();

  constructor(workers: WorkerRegistry) {
    this.#workers = workers;
  }

  /** The whole set of tiles on one client's screen; an empty one ends it. */
  watch(clientId: string, environmentIds: readonly string[], deliver: Deliver): void {
    if (environmentIds.length === 0) this.#watchers.delete(clientId);
    else
      this.#watchers.set(clientId, {
        environmentIds: new Set(environmentIds.slice(0, MAX_WATCHED)),
        deliver,
      });
    this.refresh();
  }

  /** Tells each worker what is watched of its own, when that has changed. */
  refresh(): void {
    const watched = new Set(
      [...this.#watchers.values()].flatMap(({ environmentIds }) => [...environmentIds]),
    );
    for (const connection of this.#workers.all()) {
      const environmentIds = [...watched].filter((id) => connection.environmentIds.has(id)).sort();
      const wanted = environmentIds.join(" ");
      if (wanted === (this.#asked.get(connection) ?? "")) continue;
      this.#asked.set(connection, wanted);
      connection.send({ case: "watchThumbnails", value: { environmentIds, ...PICTURE } });
    }
  }

  /** A worker's picture, for those who watch that desktop. One of a desktop that is not the worker's is dropped. */
  publish(workerId: string, message: ThumbnailMessage): void {
    if (!this.#workers.get(workerId)?.environmentIds.has(message.environmentId)) return;
    for (const { environmentIds, deliver } of this.#watchers.values())
      if (environmentIds.has(message.environmentId)) deliver(message);
  }
}
