import type { EpisodeRow, Transaction } from "@deskrl/db";
import type { EpisodeFacts } from "../events/builders.ts";
import type { Progress } from "./track-progress.ts";

/** What deliveries of an episode's journal read and change of its row. */
export type JournalRow = EpisodeFacts &
  Progress &
  Pick<EpisodeRow, "journalLength" | "leaseOwner" | "leaseEpoch" | "interventionAt">;

/** Locks episodes, in the order of their ids, and reads them as the last writer left them. */
export async function lockJournals(
  tx: Transaction,
  ids: readonly string[],
): Promise<Map<string, JournalRow>> {
  const rows = await tx.$queryRaw<JournalRow[]>`
    SELECT id, run_id AS "runId", environment_id AS "environmentId", state, verdict, cause, score, superseded,
      step_count AS "stepCount", journal_length AS "journalLength", lease_owner AS "leaseOwner",
      lease_epoch AS "leaseEpoch", intervention_at AS "interventionAt", cancel_requested_at AS "cancelRequestedAt",
      last_step_at AS "lastStepAt", last_action AS "lastAction", same_actions AS "sameActions",
      view_digest AS "viewDigest", still_since AS "stillSince"
    FROM episodes WHERE id = ANY(${[...ids]}) ORDER BY id FOR UPDATE`;
  return new Map(rows.map((row) => [row.id, row]));
}
