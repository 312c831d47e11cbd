/**
 * The push channel (socket.io, path `/socket.io`, session cookie). Sockets carry only what an event of the outbox says;
 * pictures are volatile and carry no truth.
 */
import type { Event } from "@deskrl/domain";

/** Rooms a client may join: everything of one kind, or one row. */
export type Topic = "fleet" | "runs" | `run:${string}` | `episode:${string}` | `environment:${string}`;

/** A tile's picture. */
export interface ThumbnailMessage {
  environmentId: string;
  capturedAtMs: number;
  jpeg: ArrayBuffer;
}

export interface ServerEvents {
  /** Events in sequence order, each at least once per joined topic; drop what is not newer than the last seen. */
  "events:appended": (batch: { version: 1; events: Event[]; latestSequence: number }) => void;
  "thumbnail:updated": (message: ThumbnailMessage) => void;
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
  /** The whole set of tiles on this client's screen, each time it changes. */
  "thumbnails:watch": (request: { version: 1; environmentIds: string[] }) => void;
}
