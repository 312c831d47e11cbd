import type { Transaction } from "@deskrl/db";
import { RETRYABLE_CAUSES, type RunCounts } from "@deskrl/domain";

interface CountRow {
  id: string;
  planned: number;
  budget: number;
  active: number;
  succeeded: number;
  failed: number;
  invalid: number;
  retryable: number;
  retried: number;
  open: boolean;
}

function toCounts(row: CountRow): RunCounts {
  // An attempt that will be tried again has not ended its position: it counts as queued, so that the number of
  // invalid episodes never goes down.
  const pending = row.open ? Math.min(row.retryable, Math.max(0, row.budget - row.retried)) : 0;
  const invalid = row.invalid - pending;
  const { planned, active, succeeded, failed, retried } = row;
  const queued = Math.max(0, planned - active - succeeded - failed - invalid);
  return { planned, queued, active, succeeded, failed, invalid, retried };
}

/** Counts of runs, all from one query, so that they always add up to `planned`. */
export async function countRuns(tx: Transaction, runIds: readonly string[]): Promise<Map<string, RunCounts>> {
  if (runIds.length === 0) return new Map();
  const rows = await tx.$queryRaw<CountRow[]>`
    SELECT run.id,
      (run.spec->>'episodes')::int AS planned,
      (run.spec->>'retryBudget')::int AS budget,
      run.desired_state <> 'stopped' AND run.state NOT IN ('stopping', 'stopped', 'finished') AS open,
      count(*) FILTER (WHERE episode.state NOT IN ('queued', 'finished'))::int AS active,
      count(*) FILTER (WHERE episode.verdict = 'succeeded')::int AS succeeded,
      count(*) FILTER (WHERE episode.verdict = 'failed')::int AS failed,
      count(*) FILTER (WHERE episode.verdict = 'invalid' AND NOT episode.superseded)::int AS invalid,
      count(*) FILTER (WHERE episode.verdict = 'invalid' AND NOT episode.superseded
        AND episode.cause = ANY(${[...RETRYABLE_CAUSES]}))::int AS retryable,
      count(*) FILTER (WHERE episode.superseded)::int AS retried
    FROM runs run LEFT JOIN episodes episode ON episode.run_id = run.id
    WHERE run.id = ANY(${[...runIds]})
    GROUP BY run.id`;
  return new Map(rows.map((row) => [row.id, toCounts(row)]));
}

/** Counts of a run that has no episodes yet. */
export function emptyCounts(planned: number): RunCounts {
  return { planned, queued: planned, active: 0, succeeded: 0, failed: 0, invalid: 0, retried: 0 };
}
