import { setMaxListeners } from "node:events";
import { AppError } from "@deskrl/domain";
import type { ReadyContainer } from "./start-container.ts";

export interface PoolOptions {
  /** Starts one; the signal aborts when the pool closes. */
  start: (signal: AbortSignal) => Promise<ReadyContainer>;
  /** Removes one that is not wanted any more. */
  discard: (container: ReadyContainer) => void;
  /** A start that nobody waits for failed. */
  onRefillFailed: (error: AppError) => void;
}

interface Waiter {
  failures: number;
  resolve: (container: ReadyContainer) => void;
  reject: (error: unknown) => void;
}

/** Ready desktops of one content that nobody has used, and a queue, first come first served, of those who want one. */
export interface Pool {
  /** A clean desktop; waits for the next one when none is ready. */
  take(signal: AbortSignal): Promise<ReadyContainer>;
  /** How many to keep ready beyond those that are waited for. */
  setTarget(count: number): void;
  /** Puts in a clean one that an earlier life started. */
  adopt(container: ReadyContainer): void;
  /** Forgets one that died and starts another; null when it is not here. */
  forget(containerId: string): ReadyContainer | null;
  readonly ready: readonly ReadyContainer[];
  readonly starting: number;
  readonly waiting: number;
  /** Refuses those who wait and stops starts in flight; what is ready stays running. Resolves when no start is left. */
  close(): Promise<void>;
}

/** A start is tried this often for one waiter before the waiter hears of it. */
const TRIES = 2;
/** Faults that another try would meet again at once. */
const FINAL = new Set([
  "image_missing",
  "engine_unavailable",
  "engine_timeout",
  "disk_full",
  "no_capacity",
  "conflict",
]);
const BACKOFF_MS = { first: 1_000, most: 30_000 };

export function createPool({ start, discard, onRefillFailed }: PoolOptions): Pool {
  const ready: ReadyContainer[] = [];
  const waiters: Waiter[] = [];
  const closing = new AbortController();
  /** Every start in flight listens to it. */
  setMaxListeners(0, closing.signal);
  const inFlight = new Set<Promise<void>>();
  let target = 0;
  let backoffMs = 0;
  let backoffTimer: NodeJS.Timeout | null = null;

  function pump(): void {
    if (closing.signal.aborted) return;
    const refill = backoffTimer === null ? target : 0;
    while (ready.length + inFlight.size < waiters.length + refill) launch();
  }

  function launch(): void {
    const flight = start(closing.signal)
      .then(offer, (error: unknown) => failed(AppError.from(error)))
      .finally(() => {
        inFlight.delete(flight);
        pump();
      });
    inFlight.add(flight);
  }

  function offer(container: ReadyContainer): void {
    backoffMs = 0;
    const waiter = waiters.shift();
    if (waiter) waiter.resolve(container);
    else if (!closing.signal.aborted && ready.length < target) ready.push(container);
    else discard(container);
  }

  function failed(error: AppError): void {
    if (closing.signal.aborted) return;
    if (FINAL.has(error.code)) {
      for (const waiter of waiters.splice(0)) waiter.reject(error);
    }
    const first = waiters[0];
    if (first) {
      first.failures += 1;
      if (first.failures >= TRIES) waiters.shift()?.reject(error);
      return;
    }
    onRefillFailed(error);
    backoffMs = Math.min(Math.max(backoffMs * 2, BACKOFF_MS.first), BACKOFF_MS.most);
    if (backoffTimer) clearTimeout(backoffTimer);
    backoffTimer = setTimeout(() => {
      backoffTimer = null;
      pump();
    }, backoffMs);
    backoffTimer.unref();
  }

  return {
    ready,
    get starting() {
      return inFlight.size;
    },
    get waiting() {
      return waiters.length;
    },
    take(signal) {
      return new Promise((resolve, reject) => {
        if (closing.signal.aborted) return reject(closed());
        if (signal.aborted) return reject(cancelled(signal));
        const container = ready.shift();
        if (container) {
          resolve(container);
          return pump();
        }
        const onAbort = () => {
          waiters.splice(waiters.indexOf(waiter), 1);
          reject(cancelled(signal));
        };
        const settle =
          <T>(done: (value: T) => void) =>
          (value: T) => {
            signal.removeEventListener("abort", onAbort);
            done(value);
          };
        const waiter: Waiter = { failures: 0, resolve: settle(resolve), reject: settle(reject) };
        waiters.push(waiter);
        signal.addEventListener("abort", onAbort, { once: true });
        pump();
      });
    },
    setTarget(count) {
      target = count;
      while (ready.length > target) {
        const surplus = ready.pop();
        if (surplus) discard(surplus);
      }
      pump();
    },
    adopt(container) {
      const waiter = waiters.shift();
      if (waiter) waiter.resolve(container);
      else ready.push(container);
    },
    forget(containerId) {
      const index = ready.findIndex((container) => container.containerId === containerId);
      const [container = null] = index < 0 ? [] : ready.splice(index, 1);
      pump();
      return container;
    },
    async close() {
      closing.abort();
      if (backoffTimer) clearTimeout(backoffTimer);
      for (const waiter of waiters.splice(0)) waiter.reject(closed());
      await Promise.all(inFlight);
    },
  };
}

function cancelled(signal: AbortSignal): AppError {
  return new AppError("cancelled", "Waiting for a clean desktop was cancelled", { cause: signal.reason });
}

function closed(): AppError {
  return new AppError("worker_unavailable", "The desktops of this worker are being shut down");
}
