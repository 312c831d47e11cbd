import { setTimeout as sleep } from "node:timers/promises";
import type { Event } from "@deskrl/domain";
import pg from "pg";
import { eventFromRow } from "./mappers/event.ts";

export interface EventRelayOptions {
  url: string;
  /** Called with events in sequence order, never two calls at once; the next batch waits for its promise. */
  onEvents: (events: Event[]) => void | Promise<void>;
  /** Start after this sequence. @default what is newest when the relay first connects */
  since?: number | undefined;
  /** How often to look without being told, so that a lost notification costs latency only, ms. @default 1000 */
  pollIntervalMs?: number | undefined;
  /** Rows a batch holds at most. @default 500 */
  batchSize?: number | undefined;
  /** Longest pause between two tries to connect, ms. @default 5000 */
  maxBackoffMs?: number | undefined;
  /** Told of a lost connection or a failing `onEvents`; the relay goes on by itself. */
  onError?: ((error: unknown) => void) | undefined;
}

export interface EventRelay {
  /** Resolves once it listens for the first time. */
  ready: Promise<void>;
  /** The last sequence delivered. */
  latestSequence(): number;
  /** Stops listening; resolves when the last batch is done. */
  close(): Promise<void>;
}

const READ = `SELECT sequence, type, subject_id AS "subjectId", run_id AS "runId", payload, at
  FROM events WHERE sequence > $1 ORDER BY sequence LIMIT $2`;
/** A connection that answers nothing for this long is dead. */
const QUERY_TIMEOUT_MS = 30_000;

/** Something to wait for that happens again and again; signals between two waits are not lost. */
function createSignal() {
  let pending = false;
  let wake: (() => void) | undefined;
  return {
    notify() {
      pending = true;
      wake?.();
    },
    async wait(timeoutMs: number): Promise<void> {
      if (!pending) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      pending = false;
      wake = undefined;
    },
  };
}

/**
 * Follows the outbox on a connection of its own. The rows are the truth: a notification only says "look now". Since
 * sequence order is commit order, reading what is above the last number seen never misses and never reorders.
 */
export function createEventRelay(options: EventRelayOptions): EventRelay {
  const { pollIntervalMs = 1_000, batchSize = 500, maxBackoffMs = 5_000, onError = () => {} } = options;
  const ended = new AbortController();
  const signal = createSignal();
  let last = options.since;
  let markReady = () => {};
  const ready = new Promise<void>((resolve) => {
    markReady = resolve;
  });

  async function drain(client: pg.Client): Promise<void> {
    for (;;) {
      const { rows } = await client.query(READ, [last, batchSize]);
      const events = rows.map(eventFromRow);
      const newest = events.at(-1);
      if (!newest || ended.signal.aborted) return;
      await options.onEvents(events);
      last = newest.sequence;
      if (rows.length < batchSize) return;
    }
  }

  async function follow(): Promise<void> {
    const client = new pg.Client({
      connectionString: options.url,
      application_name: "deskrl-relay",
      query_timeout: QUERY_TIMEOUT_MS,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    });
    let lost: Error | undefined;
    client.on("error", (error) => {
      lost = error;
      signal.notify();
    });
    client.on("notification", () => signal.notify());
    try {
      await client.connect();
      await client.query("LISTEN deskrl_events");
      if (last === undefined) {
        const { rows } = await client.query("SELECT coalesce(max(sequence), 0)::text AS latest FROM events");
        last = Number(rows[0].latest);
      }
      markReady();
      while (!ended.signal.aborted) {
        if (lost) throw lost;
        await drain(client);
        await signal.wait(pollIntervalMs);
      }
    } finally {
      await client.end().catch(() => {});
    }
  }

  async function run(): Promise<void> {
    for (let failures = 0; !ended.signal.aborted; ) {
      const before = last;
      try {
        await follow();
      } catch (error) {
        if (ended.signal.aborted) return;
        onError(error);
        failures = last === before ? failures + 1 : 1;
        const pauseMs = Math.min(maxBackoffMs, 50 * 2 ** failures);
        await sleep(pauseMs, undefined, { signal: ended.signal }).catch(() => {});
      }
    }
  }

  const running = run();
  return {
    ready,
    latestSequence: () => last ?? 0,
    async close() {
      ended.abort();
      signal.notify();
      await running;
    },
  };
}
