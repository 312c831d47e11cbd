import type { Transaction } from "@deskrl/db";
import type { CoreContext } from "./context.ts";
import { appendEvents } from "./events/append-events.ts";
import type { NewEvent } from "./events/new-event.ts";

export interface UnitOfWork {
  tx: Transaction;
  /** One instant for everything the transaction writes. */
  now: Date;
  /** Remembers an event; all are appended together at the end, in this order. */
  emit(...events: NewEvent[]): void;
}

/**
 * Rows and their events in one transaction. Row locks are taken in the order run, episode, environment, worker, and
 * the outbox's lock last, so that writers wait for each other instead of deadlocking.
 */
export function commit<T>(ctx: CoreContext, work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
  return ctx.db.transaction(async (tx) => {
    const now = ctx.clock();
    const events: NewEvent[] = [];
    const result = await work({ tx, now, emit: (...added) => events.push(...added) });
    await appendEvents(tx, events, now);
    return result;
  });
}
