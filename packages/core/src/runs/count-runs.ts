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

/** Counts of runs; those of one run are from one query, so that they always add up to `planned`. */
export async function countRuns(tx: Transaction, runIds: readonly string[]): Promise<Map<string, RunCounts>> {
  if (runIds.length === 0) return new Map();
  const evaluations = await countEvaluations(tx, runIds);
  const others = runIds.filter((id) => !evaluations.has(id));
  return new Map([...evaluations, ...(others.length > 0 ? await countTraining(tx, others) : [])]);
}

/** A training run plans updates, not episodes: what was played is what was planned. */
async function countTraining(tx: Transaction, runIds: readonly string[]): Promise<Map<string, RunCounts>> {
  const rows = await tx.$queryRaw<
    { id: string; planned: number; succeeded: number; failed: number; invalid: number }[]
  >`
    SELECT run_id AS id, sum(succeeded_count + failed_count + invalid_count)::int AS planned,
      sum(succeeded_count)::int AS succeeded, sum(failed_count)::int AS failed, sum(invalid_count)::int AS invalid
    FROM phases WHERE run_id = ANY(${[...runIds]}) GROUP BY run_id`;
  const idle = { queued: 0, active: 0, retried: 0 };
  return new Map(rows.map(({ id, ...counts }) => [id, { ...idle, ...counts }]));
}

async function countEvaluations(tx: Transaction, runIds: readonly string[]): Promise<Map<string, RunCounts>> {
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
    WHERE run.id = ANY(${[...runIds]}) AND run.kind = 'evaluation'
    GROUP BY run.id`;
  return new Map(rows.map((row) => [row.id, toCounts(row)]));
}

/** Counts of a run that has no episodes yet. */
export function emptyCounts(planned: number): RunCounts {
  return { planned, queued: planned, active: 0, succeeded: 0, failed: 0, invalid: 0, retried: 0 };
}
