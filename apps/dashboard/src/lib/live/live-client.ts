import { Event } from "@deskrl/domain";
import type { ClientEvents, ServerEvents, Topic } from "@deskrl/protocol";
import { io, type Socket } from "socket.io-client";
import { z } from "zod";
import { type Connection, connectionOf, SILENCE_LIMIT_MS } from "./connection.logic.ts";

export type LiveSocket = Socket<ServerEvents, ClientEvents>;

export interface LiveClientOptions {
  /** Events to apply, in order; may repeat what was applied before. */
  onEvents: (events: Event[]) => void;
  /** What came before a join is not known: everything shown may be old. */
  onGap: () => void;
  now?: () => number;
}

const Events = z.array(Event);

const LEAVE_DELAY_MS = 3000;
const JOIN_LIMIT = 400;

/**
 * The push channel of a page. Joins the topics that someone on the page asked for, remembers the sequence reached,
 * and after a loss asks for what came since. Reconnects by itself, also when an open socket falls silent.
 */
export class LiveClient {
  readonly socket: LiveSocket = io({ path: "/socket.io", transports: ["websocket", "polling"] });
  private readonly topics = new Map<Topic, number>();
  private readonly listeners = new Set<() => void>();
  private readonly options: LiveClientOptions;
  private readonly now: () => number;
  private readonly watchdog: ReturnType<typeof setInterval>;
  private sequence: number | null = null;
  private asking = false;
  /** The connection was lost before this one. */
  private lost = false;
  private pending = 0;
  private disconnectedAtMs: number | null = null;
  private lastHeardAtMs: number | null = null;
  private state: Connection = { kind: "connecting" };
  /** Server clock minus ours, from the latest beat. */
  clockOffsetMs = 0;

  constructor(options: LiveClientOptions) {
    this.options = options;
    this.now = options.now ?? Date.now;
    const { socket } = this;
    socket.on("connect", () => this.onConnect());
    socket.on("disconnect", () => {
      this.disconnectedAtMs ??= this.now();
      this.update();
    });
    socket.on("connect_error", () => {
      this.disconnectedAtMs ??= this.now();
      this.update();
    });
    socket.on("events:appended", (batch) => {
      this.heard();
      const events = this.parse(batch.events).filter(
        (event) => this.sequence === null || event.sequence > this.sequence,
      );
      this.reach(batch.latestSequence);
      if (events.length > 0) options.onEvents(events);
      this.update();
    });
    socket.on("server:beat", (beat) => {
      this.clockOffsetMs = beat.at - this.now();
      this.heard();
      this.reach(beat.latestSequence);
      this.update();
    });
    this.watchdog = setInterval(() => this.check(), 2000);
  }

  /** Joins topics for as long as the returned function is not called. */
  join(topics: readonly Topic[]): () => void {
    const fresh = topics.filter((topic) => !this.topics.has(topic));
    for (const topic of topics) this.topics.set(topic, (this.topics.get(topic) ?? 0) + 1);
    if (fresh.length > 0 && this.socket.connected) this.emitJoin(fresh, this.sequence);
    return () => {
      for (const topic of topics) this.topics.set(topic, (this.topics.get(topic) ?? 1) - 1);
      // Scrolling back and forth joins and leaves the same tiles: what is still unused later is left then.
      setTimeout(() => this.leaveUnused(), LEAVE_DELAY_MS);
    };
  }

  private leaveUnused(): void {
    const unused = [...this.topics].filter(([, count]) => count <= 0).map(([topic]) => topic);
    for (const topic of unused) this.topics.delete(topic);
    if (unused.length > 0 && this.socket.connected) {
      this.socket.emit("topics:leave", { version: 1, topics: unused });
    }
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** How many events have arrived and are not applied yet. */
  setPending(count: number): void {
    this.pending = count;
    this.update();
  }

  connection = (): Connection => this.state;

  close(): void {
    clearInterval(this.watchdog);
    this.socket.disconnect();
    this.listeners.clear();
  }

  private onConnect(): void {
    this.heard();
    this.asking = this.sequence !== null;
    this.lost = this.disconnectedAtMs !== null;
    this.disconnectedAtMs = null;
    this.emitJoin([...this.topics.keys()], this.sequence);
    this.update();
  }

  private emitJoin(all: readonly Topic[], since: number | null): void {
    // The server takes a limited number of topics in one request.
    for (let at = 0; at === 0 || at < all.length; at += JOIN_LIMIT) {
      this.emitJoinPart(all.slice(at, at + JOIN_LIMIT), since);
    }
  }

  private emitJoinPart(topics: Topic[], since: number | null): void {
    this.socket.emit("topics:join", { version: 1, topics, since }, (answer) => {
      this.heard();
      const replayed = this.parse(answer.replayed);
      this.asking = false;
      this.reach(answer.latestSequence);
      if (replayed.length > 0 && !answer.gap) this.options.onEvents(replayed);
      // What was fetched before the first join may have changed before it took effect. After a loss, queries may have
      // failed, be waiting to be tried again, or hang at a server that is gone: they are asked anew.
      if (answer.gap || since === null || this.lost) this.options.onGap();
      this.lost = false;
      this.update();
    });
  }

  private parse(events: unknown): Event[] {
    const parsed = Events.safeParse(events);
    if (parsed.success) return parsed.data;
    // A server newer than this page: what cannot be read is fetched instead.
    this.options.onGap();
    return [];
  }

  private reach(sequence: number): void {
    this.sequence = Math.max(this.sequence ?? 0, sequence);
  }

  private heard(): void {
    this.lastHeardAtMs = this.now();
  }

  private check(): void {
    const silent = this.lastHeardAtMs !== null && this.now() - this.lastHeardAtMs > SILENCE_LIMIT_MS;
    if (silent && this.socket.connected) this.socket.disconnect().connect();
    this.update();
  }

  private update(): void {
    const { connected } = this.socket;
    const { disconnectedAtMs, lastHeardAtMs } = this;
    const behind = this.asking ? null : this.pending;
    const next = connectionOf({ connected, disconnectedAtMs, lastHeardAtMs, behind, nowMs: this.now() });
    if (JSON.stringify(next) === JSON.stringify(this.state)) return;
    this.state = next;
    for (const listener of this.listeners) listener();
  }
}
