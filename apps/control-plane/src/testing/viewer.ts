import { once } from "node:events";
import { WebSocket } from "ws";
import { AsyncQueue } from "../lib/async-queue.ts";
import { ByteReader } from "../lib/byte-reader.ts";
import { SERVER_INIT } from "./rfb-server.ts";

export interface Viewer {
  readonly socket: WebSocket;
  /** Resolves with how the gateway closed it. */
  readonly closed: Promise<{ code: number; reason: string }>;
  send(bytes: Uint8Array): void;
  read(length: number): Promise<Buffer>;
}

/** Opens a view as a browser would, up to and including the desktop's ServerInit. */
export async function openViewer(url: string): Promise<Viewer> {
  const viewer = connectViewer(url);
  await once(viewer.socket, "open");
  const version = await viewer.read(12);
  viewer.send(version);
  const [count, type] = await viewer.read(2);
  if (count !== 1 || type === undefined) throw new Error("expected one security type");
  viewer.send(Buffer.of(type));
  await viewer.read(4);
  viewer.send(Buffer.of(1));
  const init = await viewer.read(SERVER_INIT.length);
  if (!init.equals(SERVER_INIT)) throw new Error("the ServerInit was changed on its way");
  return viewer;
}

/** Opens the websocket only. */
export function connectViewer(url: string): Viewer {
  const socket = new WebSocket(url.replace(/^http/, "ws"), ["binary"]);
  const queue = new AsyncQueue<Uint8Array>();
  const reader = new ByteReader(queue, "gateway");
  socket.on("message", (data: Buffer) => queue.push(data));
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on("close", (code, reason) => {
      queue.close();
      resolve({ code, reason: reason.toString() });
    });
  });
  socket.on("error", () => socket.terminate());
  return { socket, closed, send: (bytes) => socket.send(bytes), read: (length) => reader.read(length) };
}
