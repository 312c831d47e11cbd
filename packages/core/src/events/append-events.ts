import { type Transaction, toJsonParameter } from "@deskrl/db";
import type { NewEvent } from "./new-event.ts";

/** Channel that carries the number of the newest event, nothing else. */
export const EVENTS_CHANNEL = "deskrl_events";
/** Key of the advisory lock; any number of ours will do, as long as all writers use the same. */
const EVENTS_LOCK = 7_311_001;

/**
 * Appends events to the outbox. The lock is held until the transaction ends, so numbers are given in commit order and
 * a reader that has seen n never meets a smaller one later. Call it last in a transaction: rows locked after it could
 * deadlock with another writer.
 * @returns the highest sequence, or null when there was nothing to append
 */
export async function appendEvents(
  tx: Transaction,
  events: readonly NewEvent[],
  at: Date = new Date(),
): Promise<number | null> {
  if (events.length === 0) return null;
  const rows = events.map((event, ordinal) => ({ ...event, ordinal }));
  // Sorting takes all rows in before it gives one out, so the lock is there before the first number is drawn.
  const [appended] = await tx.$queryRaw<{ latest: bigint; told: string }[]>`
    WITH held AS MATERIALIZED (SELECT pg_advisory_xact_lock(${EVENTS_LOCK}::bigint)), appended AS (
      INSERT INTO events (type, subject_id, run_id, payload, at)
      SELECT type, "subjectId", "runId", payload, ${at}::timestamptz
      FROM held, jsonb_to_recordset(${toJsonParameter(rows)}::jsonb)
        AS row (ordinal int, type text, "subjectId" text, "runId" text, payload jsonb)
      ORDER BY ordinal
      RETURNING sequence
    ), newest AS (SELECT max(sequence) AS latest FROM appended)
    SELECT latest, pg_notify(${EVENTS_CHANNEL}, latest::text)::text AS told FROM newest`;
  return appended ? Number(appended.latest) : null;
}
