"use client";
import type { Topic } from "@deskrl/protocol";
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { createContext, useCallback, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { useTRPC } from "../api/trpc.ts";
import { applyEvents } from "./apply-events.ts";
import type { Connection } from "./connection.logic.ts";
import { EventQueue } from "./event-queue.ts";
import { LiveClient } from "./live-client.ts";
import { createThrottle } from "./throttle.ts";
import { type Thumbnail, ThumbnailStore } from "./thumbnails.ts";
import { type WallState, WallStore } from "./wall-store.ts";

interface Live {
  client: LiveClient;
  thumbnails: ThumbnailStore;
  wall: WallStore;
}

const LiveContext = createContext<Live | null>(null);

/** Patches reach the screen at most this often. */
const FLUSH_INTERVAL_MS = 350;
/** Events applied in one go, so that catching up on many never blocks typing. */
const FLUSH_LIMIT = 500;
/** A query that an event made old is asked again at most this often. */
const REFETCH_INTERVAL_MS = 2000;
/** Curves of a running training are asked for again at most this often. */
const CURVES_INTERVAL_MS = 700;

/** Opens the push channel for signed-in pages and keeps the cache true to it. */
export function LiveProvider({ children }: { children: React.ReactNode }) {
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const [live, setLive] = useState<Live | null>(null);

  useEffect(() => {
    const pending = new EventQueue();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refetches = createThrottle<QueryKey>({
      intervalMs: REFETCH_INTERVAL_MS,
      keyOf: (key) => JSON.stringify(key),
      // What has no answer yet is being asked for, or has failed: an event must not hide why.
      act: (queryKey) =>
        void queryClient.invalidateQueries({
          queryKey,
          predicate: ({ state }) => state.data !== undefined,
        }),
    });
    const curves = createThrottle<QueryKey>({
      intervalMs: CURVES_INTERVAL_MS,
      keyOf: () => "curves",
      // A slow answer is waited for: asking anew each time would never let one arrive.
      act: (queryKey) => void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false }),
    });
    const flush = () => {
      timer = undefined;
      const { events, gap } = pending.take(FLUSH_LIMIT);
      if (gap) void queryClient.invalidateQueries({ type: "active" });
      applyEvents({
        queryClient,
        trpc,
        events,
        refetch: (key) => refetches.request(key),
        refetchCurves: () => curves.request(trpc.metrics.series.pathKey()),
      });
      client.setPending(pending.size);
      if (pending.size > 0) timer = setTimeout(flush, FLUSH_INTERVAL_MS);
    };
    const client = new LiveClient({
      onEvents: (events) => {
        pending.push(events);
        timer ??= setTimeout(flush, FLUSH_INTERVAL_MS);
      },
      onGap: () => void queryClient.invalidateQueries({ type: "active" }),
    });
    const thumbnails = new ThumbnailStore((environmentIds, width) => {
      if (client.socket.connected)
        client.socket.emit("thumbnails:watch", { version: 1, environmentIds, width });
    });
    const wall = new WallStore({
      watch: (answer) => client.socket.connected && client.socket.emit("wall:watch", { version: 1 }, answer),
      leave: () => client.socket.connected && client.socket.emit("wall:leave"),
    });
    client.socket.on("thumbnail:updated", (message) => thumbnails.receive(message));
    client.socket.on("wall:changed", (change) => wall.receive(change));
    client.socket.on("connect", () => {
      thumbnails.announce();
      wall.ask();
    });
    const onVisibility = () => {
      const hidden = document.visibilityState === "hidden";
      wall.setHidden(hidden);
      thumbnails.setHidden(hidden);
    };
    document.addEventListener("visibilitychange", onVisibility);
    setLive({ client, thumbnails, wall });
    return () => {
      document.removeEventListener("visibilitychange", onVisibility);
      wall.close();
      clearTimeout(timer);
      refetches.close();
      curves.close();
      thumbnails.close();
      client.close();
      setLive(null);
    };
  }, [queryClient, trpc]);

  return <LiveContext value={live}>{children}</LiveContext>;
}

const CONNECTING: Connection = { kind: "connecting" };
const nothing = () => () => {};

/** State of the push channel, for the chip in the header. */
export function useConnection(): Connection {
  const live = useContext(LiveContext);
  return useSyncExternalStore(
    live?.client.subscribe ?? nothing,
    live?.client.connection ?? (() => CONNECTING),
    () => CONNECTING,
  );
}

/** Joins topics while the component is on the page. */
export function useTopics(topics: readonly Topic[]): void {
  const live = useContext(LiveContext);
  const key = topics.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the list, which is new on each render
  useEffect(() => live?.client.join(topics), [live, key]);
}

/** The latest picture of a tile, or null. */
export function useThumbnail(environmentId: string): Thumbnail | null {
  const store = useContext(LiveContext)?.thumbnails;
  const subscribe = useCallback(
    (listener: () => void) => store?.subscribe(environmentId, listener) ?? (() => {}),
    [store, environmentId],
  );
  return useSyncExternalStore(
    subscribe,
    () => store?.get(environmentId) ?? null,
    () => null,
  );
}

const NO_WALL: WallState = { status: "loading", rows: [], byId: new Map() };

/** The whole fleet, kept fresh while the component is on the page. */
export function useWall(): WallState {
  const wall = useContext(LiveContext)?.wall;
  useEffect(() => wall?.join(), [wall]);
  return useSyncExternalStore(wall?.subscribe ?? nothing, wall?.state ?? (() => NO_WALL), () => NO_WALL);
}

/** Asks for pictures of the tiles that are on the screen, and of no others. `tileWidth` is in CSS pixels. */
export function useWatchThumbnails(environmentIds: readonly string[], tileWidth: number): void {
  const store = useContext(LiveContext)?.thumbnails;
  const [watcher] = useState(() => Symbol("tiles"));
  const key = environmentIds.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the list, which is new on each render
  useEffect(() => {
    store?.watch(watcher, { environmentIds, width: Math.round(tileWidth * window.devicePixelRatio) });
  }, [store, watcher, key, tileWidth]);
  useEffect(() => () => store?.watch(watcher, { environmentIds: [], width: 0 }), [store, watcher]);
}

/** Milliseconds to add to this browser's clock to get the server's. */
export function useClockOffset(): () => number {
  const live = useContext(LiveContext);
  return () => live?.client.clockOffsetMs ?? 0;
}
