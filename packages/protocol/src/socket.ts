/**
 * The push channel (socket.io, path `/socket.io`, session cookie). Sockets carry only what an event of the outbox says;
 * pictures are volatile and carry no truth.
 */
import type { Event } from "@deskrl/domain";
import type { WallColumns } from "./wall.ts";

/** Rooms a client may join: everything of one kind, or one row. */
export type Topic = "fleet" | "runs" | `run:${string}` | `episode:${string}` | `environment:${string}`;

/** A tile's picture. */
export interface ThumbnailMessage {
  environmentId: string;
  capturedAtMs: number;
  jpeg: ArrayBuffer;
}

/** Rows of the wall as they were read, and the ids that are gone. */
export interface WallChange {
  version: 1;
  /** Counts the changes that were sent to the watchers of the wall, one after the other. */
  tick: number;
  columns: WallColumns;
  gone: string[];
}

export interface ServerEvents {
  /** Events in sequence order, each at least once per joined topic; drop what is not newer than the last seen. */
  "events:appended": (batch: { version: 1; events: Event[]; latestSequence: number }) => void;
  "thumbnail:updated": (message: ThumbnailMessage) => void;
  /**
   * Desktops that changed since the change before, at most twice a second. Dropped when the client cannot take it: one
   * that misses a tick asks for the whole again.
   */
  "wall:changed": (change: WallChange) => void;
  /** Sent every 5 s, so that a client can tell a quiet server from a dead connection. */
  "server:beat": (beat: { version: 1; latestSequence: number; at: number }) => void;
}

export interface ClientEvents {
  /** Joins topics and replays what came after `since`; the ack says where the stream stands. */
  "topics:join": (
    request: { version: 1; topics: Topic[]; since: number | null },
    ack: (answer: { latestSequence: number; replayed: Event[]; gap: boolean }) => void,
  ) => void;
  "topics:leave": (request: { version: 1; topics: Topic[] }) => void;
  /** Asks for the whole wall and for its changes from then on; null when it could not be read. */
  "wall:watch": (request: { version: 1 }, ack: (wall: WallChange | null) => void) => void;
  "wall:leave": () => void;
  /** The whole set of tiles on this client's screen, each time it changes, and how many pixels wide they show. */
  "thumbnails:watch": (request: { version: 1; environmentIds: string[]; width?: number }) => void;
}
