import type { RawData, WebSocket } from "ws";
import { AsyncQueue } from "../lib/async-queue.ts";

/** Messages of a viewer waiting for a slow desktop above which the viewer is held back. */
const HIGH_WATER_MESSAGES = 64;

/** A viewer's websocket as a byte stream with back-pressure both ways. */
export interface ViewerSocket {
  readonly incoming: AsyncIterable<Uint8Array>;
  /** Resolves once the connection is gone. */
  readonly closed: Promise<void>;
  /** Sends one message; resolves once the system has taken it, so that a slow viewer holds its desktop back. */
  send(bytes: Uint8Array): Promise<void>;
  /** @param reason at most 123 bytes reach the viewer */
  close(code: number, reason: string): void;
}

export interface ViewerSocketOptions {
  /** Below the shortest time after which a proxy in between drops a quiet connection. */
  pingIntervalMs: number;
}

const BINARY = { binary: true };

/** Takes over `socket` until it closes; a viewer that answers no ping is cut off. */
export function createViewerSocket(socket: WebSocket, { pingIntervalMs }: ViewerSocketOptions): ViewerSocket {
  const queue = new AsyncQueue<Uint8Array>();
  socket.on("message", (data: RawData) => {
    queue.push(toBuffer(data));
    if (queue.size > HIGH_WATER_MESSAGES) socket.pause();
  });
  socket.on("error", () => socket.terminate());
  const stopPings = keepAlive(socket, pingIntervalMs);
  const closed = new Promise<void>((resolve) => {
    socket.on("close", () => {
      stopPings();
      queue.close();
      resolve();
    });
  });
  return {
    incoming: resuming(queue, socket),
    closed,
    // Also resolves, with an error that "close" tells as well, when the viewer is gone.
    send: (bytes) => new Promise((resolve) => socket.send(bytes, BINARY, () => resolve())),
    close(code, reason) {
      socket.resume();
      socket.close(code, truncate(reason));
    },
  };
}

async function* resuming(queue: AsyncQueue<Uint8Array>, socket: WebSocket): AsyncGenerator<Uint8Array> {
  for await (const bytes of queue) {
    if (socket.isPaused && queue.size <= HIGH_WATER_MESSAGES / 2) socket.resume();
    yield bytes;
  }
}

function keepAlive(socket: WebSocket, intervalMs: number): () => void {
  let answered = true;
  socket.on("pong", () => {
    answered = true;
  });
  const timer = setInterval(() => {
    // A viewer that is held back cannot answer: its socket is not being read.
    if (!answered && !socket.isPaused) return socket.terminate();
    answered = false;
    socket.ping();
  }, intervalMs);
  return () => clearInterval(timer);
}

function toBuffer(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}

function truncate(reason: string): string {
  let text = reason;
  while (Buffer.byteLength(text) > 123) text = text.slice(0, -1);
  return text;
}
