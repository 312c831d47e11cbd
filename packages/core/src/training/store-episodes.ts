import { type PhaseRow, type Transaction, toJsonParameter } from "@deskrl/db";
import type { KnownTask, PlayedBatch } from "./played-rows.ts";
import { episodeRows, stepRows } from "./played-rows.ts";

/** What was new of the episodes given. */
export interface StoredEpisodes {
  succeeded: number;
  failed: number;
  invalid: number;
  steps: number;
}

/**
 * Stores episodes that a trainer played, with their steps, in two statements. An episode that is already there is left
 * as it is and not counted again: a trainer that goes on from a checkpoint plays the same ones anew.
 */
export async function storeEpisodes(
  tx: Transaction,
  options: {
    phase: Pick<PhaseRow, "id" | "runId" | "kind" | "episodeCount">;
    workerId: string;
    batches: readonly PlayedBatch[];
    taskOf: (key: string) => KnownTask;
  },
): Promise<StoredEpisodes> {
  const { phase, workerId, batches, taskOf } = options;
  const counts = { succeeded: 0, failed: 0, invalid: 0, steps: 0 };
  // Behaviour cloning plays nothing itself: its episodes are the demonstrations it learns from.
  const rows = episodeRows(batches, { taskOf, policy: phase.kind === "bc" ? "oracle" : "embedded" });
  if (rows.length === 0) return counts;
  const stored = await tx.$queryRaw<
    { verdict: "succeeded" | "failed" | "invalid"; n: number; steps: number }[]
  >`
    WITH played AS (
      SELECT row_number() OVER () AS ordinal, row.*
      FROM json_to_recordset(${toJsonParameter(rows)}::json) AS row (
        id text, task_id text, task_key text, domain text, verdict text, score float8, cause text, reason text,
        policy text, version text, steps int, iteration int, "group" int, member int, seed int, split text, at float8)
    ), stored AS (
      INSERT INTO episodes (id, run_id, task_id, position, attempt, state, verdict, score, cause, reason, policy,
        policy_version, worker_id, task_key, domain, max_steps, step_count, phase_id, iteration, group_index, member,
        seed, split, queued_at, started_at, finished_at)
      SELECT id, ${phase.runId}, task_id, ${phase.episodeCount}::int + ordinal - 1, 1, 'finished', verdict, score,
        cause, reason, policy, version, ${workerId}, task_key, domain, steps, steps, ${phase.id}, iteration, "group",
        member, seed, split, to_timestamp(at / 1000), to_timestamp(at / 1000), to_timestamp(at / 1000)
      FROM played
      ON CONFLICT (id) DO NOTHING
      RETURNING verdict, step_count
    )
    SELECT verdict, count(*)::int AS n, sum(step_count)::int AS steps FROM stored GROUP BY verdict`;
  for (const { verdict, n, steps } of stored) {
    counts[verdict] += n;
    counts.steps += steps;
  }
  if (counts.steps > 0) await storeSteps(tx, batches);
  return counts;
}

async function storeSteps(tx: Transaction, batches: readonly PlayedBatch[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO steps (episode_id, index, action_id, observation, response_text, thought, code, format_ok,
      coordinate_space, points, outcome, result, error_code, reward, log_prob, entropy, advantage, candidates, chosen,
      started_at, timing)
    SELECT e, i, 'act_' || substr(e, 4) || '.' || i, '{}', '', '', code, true, 'native', '[]', outcome, result, error,
      reward, log_prob, entropy, advantage, candidates, chosen, to_timestamp(at / 1000), '{}'
    FROM json_to_recordset(${toJsonParameter(stepRows(batches))}::json) AS row (
      e text, i int, code text, outcome text, result text, error text, reward float8, log_prob float8,
      entropy float8, advantage float8, candidates int, chosen int, at float8)
    ON CONFLICT DO NOTHING`;
}
