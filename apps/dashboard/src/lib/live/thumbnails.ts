import type { ThumbnailMessage } from "@deskrl/protocol";

export interface Thumbnail {
  url: string;
  capturedAtMs: number;
}

interface Held extends Thumbnail {
  jpeg: ArrayBuffer;
}

function sameBytes(one: ArrayBuffer, other: ArrayBuffer): boolean {
  if (one.byteLength !== other.byteLength) return false;
  const [left, right] = [new Uint8Array(one), new Uint8Array(other)];
  return left.every((byte, index) => byte === right[index]);
}

/** Tiles that are on the screen, and how wide they are there, in the screen's own pixels. */
export interface Watched {
  environmentIds: readonly string[];
  width: number;
}

const MIN_WIDTH = 160;
/** Changes of what is on the screen within this time are told to the server together. */
const ANNOUNCE_AFTER_MS = 120;

/**
 * The pictures of the tiles on the screen. Each new picture frees the one before it; a tile that leaves the screen
 * keeps its last picture until `limit` others are newer, so that scrolling back does not show blanks.
 */
export class ThumbnailStore {
  private readonly pictures = new Map<string, Held>();
  private readonly listeners = new Map<string, Set<() => void>>();
  private readonly watchers = new Map<symbol, Watched>();
  private readonly send: (environmentIds: string[], width: number) => void;
  private readonly limit: number;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private hidden = false;

  constructor(send: (environmentIds: string[], width: number) => void, limit = 400) {
    this.send = send;
    this.limit = limit;
  }

  receive({ environmentId, capturedAtMs, jpeg }: ThumbnailMessage): void {
    const previous = this.pictures.get(environmentId);
    if (previous && previous.capturedAtMs > capturedAtMs) return;
    this.pictures.delete(environmentId);
    // A desktop between two actions looks the same: only its time is new, and nothing is decoded or painted again.
    const same = previous !== undefined && sameBytes(previous.jpeg, jpeg);
    if (previous && !same) URL.revokeObjectURL(previous.url);
    const url = same ? previous.url : URL.createObjectURL(new Blob([jpeg], { type: "image/jpeg" }));
    this.pictures.set(environmentId, { url, capturedAtMs, jpeg });
    for (const [id, picture] of this.pictures) {
      if (this.pictures.size <= this.limit) break;
      if (this.listeners.has(id)) continue;
      URL.revokeObjectURL(picture.url);
      this.pictures.delete(id);
    }
    for (const listener of this.listeners.get(environmentId) ?? []) listener();
  }

  get(environmentId: string): Thumbnail | null {
    return this.pictures.get(environmentId) ?? null;
  }

  subscribe(environmentId: string, listener: () => void): () => void {
    const set = this.listeners.get(environmentId) ?? new Set();
    set.add(listener);
    this.listeners.set(environmentId, set);
    return () => {
      set.delete(listener);
      if (set.size === 0) this.listeners.delete(environmentId);
    };
  }

  /** The tiles one part of the page shows now; none when it is gone. */
  watch(watcher: symbol, { environmentIds, width }: Watched): void {
    if (environmentIds.length === 0) this.watchers.delete(watcher);
    else this.watchers.set(watcher, { environmentIds, width });
    // Not put off by the next change: who scrolls without a pause would be sent nothing.
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.announce();
    }, ANNOUNCE_AFTER_MS);
  }

  /** Nobody looks: no pictures are made until someone does again. */
  setHidden(hidden: boolean): void {
    this.hidden = hidden;
    this.announce();
  }

  /** Tells the server the whole set; also after each reconnection. */
  announce(): void {
    const watched = this.hidden ? [] : [...this.watchers.values()];
    this.send(
      [...new Set(watched.flatMap(({ environmentIds }) => environmentIds))],
      Math.max(MIN_WIDTH, ...watched.map(({ width }) => width)),
    );
  }

  close(): void {
    clearTimeout(this.timer);
    for (const picture of this.pictures.values()) URL.revokeObjectURL(picture.url);
    this.pictures.clear();
  }
}
