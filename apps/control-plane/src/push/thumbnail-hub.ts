import type { ThumbnailMessage } from "@deskrl/protocol";
import type { WorkerConnection } from "../gateway/worker-connection.ts";
import type { WorkerRegistry } from "../gateway/worker-registry.ts";

/** Tiles a client may watch at a time: more than any screen shows. */
export const MAX_WATCHED = 300;
const INTERVAL_MS = 1_000;
/** Few widths, so that a window being resized does not have every picture made anew; none as costly as the screen. */
const WIDTHS = [320, 480, 640, 960] as const;

/** The least width that shows `wanted` pixels sharply. */
function widthFor(wanted: number): number {
  return WIDTHS.find((width) => width >= wanted) ?? WIDTHS[WIDTHS.length - 1] ?? 320;
}

type Deliver = (message: ThumbnailMessage) => void;

interface Watcher {
  environmentIds: ReadonlySet<string>;
  width: number;
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

  /** The whole set of tiles on one client's screen, and how many pixels wide it shows them. */
  watch(
    clientId: string,
    options: { environmentIds: readonly string[]; width?: number | undefined; deliver: Deliver },
  ): void {
    const { environmentIds, width = 0, deliver } = options;
    const shown = new Set(environmentIds.slice(0, MAX_WATCHED));
    this.#watchers.set(clientId, { environmentIds: shown, width: widthFor(width), deliver });
    this.refresh();
  }

  /** The client is gone. */
  leave(clientId: string): void {
    if (this.#watchers.delete(clientId)) this.refresh();
  }

  /** Tells each worker what is watched of its own, when that has changed. */
  refresh(): void {
    for (const connection of this.#workers.all()) {
      const watched = new Set<string>();
      let width: number = WIDTHS[0];
      for (const watcher of this.#watchers.values()) {
        const own = [...watcher.environmentIds].filter((id) => connection.environmentIds.has(id));
        for (const id of own) watched.add(id);
        if (own.length > 0) width = Math.max(width, watcher.width);
      }
      const environmentIds = [...watched].sort();
      const wanted = environmentIds.length === 0 ? "" : `${width} ${environmentIds.join(" ")}`;
      if (wanted === (this.#asked.get(connection) ?? "")) continue;
      this.#asked.set(connection, wanted);
      connection.send({
        case: "watchThumbnails",
        value: { environmentIds, width, intervalMs: INTERVAL_MS },
      });
    }
  }

  /** A worker's picture, for those who watch that desktop. One of a desktop that is not the worker's is dropped. */
  publish(workerId: string, message: ThumbnailMessage): void {
    if (!this.#workers.get(workerId)?.environmentIds.has(message.environmentId)) return;
    for (const { environmentIds, deliver } of this.#watchers.values())
      if (environmentIds.has(message.environmentId)) deliver(message);
  }
}
