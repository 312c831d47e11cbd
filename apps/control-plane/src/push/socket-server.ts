import type { Server as HttpServer } from "node:http";
import { type CoreContext, readEvents, readWall } from "@deskrl/core";
import { type Actor, AppError } from "@deskrl/domain";
import type { ClientEvents, ServerEvents } from "@deskrl/protocol";
import { type DefaultEventsMap, Server, type Socket } from "socket.io";
import { requireActor } from "../http/authenticate.ts";
import { isSameOrigin } from "../http/same-origin.ts";
import { JoinRequest, LeaveRequest, WatchRequest } from "./client-requests.ts";
import { ClientStream } from "./client-stream.ts";
import type { EventFeed } from "./event-feed.ts";
import type { ThumbnailHub } from "./thumbnail-hub.ts";
import { WallHub } from "./wall-hub.ts";

const BEAT_INTERVAL_MS = 5_000;
/** How long a client whose session has ended may go on listening, at most. */
const REAUTHENTICATE_INTERVAL_MS = 60_000;
/** Events replayed to one client; behind further than this it fetches anew. */
const REPLAY_LIMIT = 5_000;

/** Everyone who watches the wall. */
const WALL_ROOM = "wall";

interface SocketData {
  actor: Actor;
}
type ClientSocket = Socket<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>;

export interface SocketServerOptions {
  http: HttpServer;
  core: CoreContext;
  feed: EventFeed;
  thumbnails: ThumbnailHub;
  /** Told how many browsers are connected, at each change. */
  onClients?: (count: number) => void;
  onError: (error: unknown, name: string) => void;
}

/** The push channel. Returns how to end it. */
export function startSocketServer(options: SocketServerOptions): () => Promise<void> {
  const { http, core } = options;
  const io = new Server<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>(http, {
    path: "/socket.io",
    serveClient: false,
    destroyUpgrade: false,
    maxHttpBufferSize: 1_000_000,
    allowRequest: ({ headers }, answer) => answer(null, !headers.origin || isSameOrigin(headers)),
  });
  io.use((socket, next) => {
    authenticateSocket(core, socket).then(() => next(), next);
  });
  const wall = new WallHub({
    feed: options.feed,
    read: (which) => readWall(core, which),
    // Volatile: what a client cannot take now is not kept for it. It misses a tick and asks for the whole again.
    broadcast: (change) => io.to(WALL_ROOM).volatile.emit("wall:changed", change),
    onError: options.onError,
  });
  const tellClients = () => options.onClients?.(io.engine.clientsCount);
  io.on("connection", (socket) => {
    tellClients();
    socket.once("disconnect", () => setImmediate(tellClients));
    serveClient(socket, options);
    serveWall(socket, wall, options.onError);
  });
  const reauthenticate = setInterval(() => {
    for (const socket of io.sockets.sockets.values())
      authenticateSocket(core, socket).catch((error: unknown) => {
        if (error instanceof AppError && error.code === "unauthenticated") socket.disconnect(true);
      });
  }, REAUTHENTICATE_INTERVAL_MS);
  return async () => {
    clearInterval(reauthenticate);
    wall.stop();
    // Not a disconnect: a client that is told to leave does not come back by itself.
    io.engine.close();
  };
}

async function authenticateSocket(core: CoreContext, socket: ClientSocket): Promise<void> {
  const { headers, auth } = socket.handshake;
  const token: unknown = auth.token;
  const withToken = typeof token === "string" ? { ...headers, authorization: `Bearer ${token}` } : headers;
  socket.data.actor = await requireActor(core, withToken);
}

function serveClient(socket: ClientSocket, { core, feed, thumbnails, onError }: SocketServerOptions): void {
  const stream = new ClientStream({
    position: feed.position,
    emit: (batch) => socket.emit("events:appended", batch),
    read: ({ since, topics }) => readEvents(core, { since, topics, limit: REPLAY_LIMIT }),
  });
  const unsubscribe = feed.subscribe((batch) => stream.deliver(batch));
  const beat = setInterval(() => {
    const latestSequence = stream.position;
    if (latestSequence !== null) socket.emit("server:beat", { version: 1, latestSequence, at: Date.now() });
  }, BEAT_INTERVAL_MS);

  socket.on("topics:join", (request, ack) => {
    const parsed = JoinRequest.safeParse(request);
    if (!parsed.success || typeof ack !== "function") return;
    stream
      .join(parsed.data.topics, parsed.data.since, ({ events, latestSequence, gap }) =>
        ack({ latestSequence, replayed: events, gap }),
      )
      .catch((error: unknown) => {
        onError(error, "topics:join");
        socket.conn.close();
      });
  });
  socket.on("topics:leave", (request) => {
    const parsed = LeaveRequest.safeParse(request);
    if (parsed.success) stream.leave(parsed.data.topics);
  });
  socket.on("thumbnails:watch", (request) => {
    const parsed = WatchRequest.safeParse(request);
    if (!parsed.success) return;
    const { environmentIds, width } = parsed.data;
    thumbnails.watch(socket.id, {
      ...{ environmentIds, width },
      deliver: (message) => socket.volatile.emit("thumbnail:updated", message),
    });
  });
  socket.on("disconnect", () => {
    unsubscribe();
    clearInterval(beat);
    thumbnails.leave(socket.id);
  });
}

function serveWall(socket: ClientSocket, wall: WallHub, onError: SocketServerOptions["onError"]): void {
  let watching = false;
  const leave = () => {
    if (!watching) return;
    watching = false;
    void socket.leave(WALL_ROOM);
    wall.leave();
  };
  socket.on("wall:watch", (_request, ack) => {
    if (typeof ack !== "function") return;
    leave();
    watching = true;
    // Before the whole is read, so that no change falls between the two.
    void socket.join(WALL_ROOM);
    wall.watch().then(ack, (error: unknown) => {
      leave();
      onError(error, "wall:watch");
      ack(null);
    });
  });
  socket.on("wall:leave", leave);
  socket.on("disconnect", leave);
}
