import { type PhaseRow, type Transaction, toJsonParameter } from "@deskrl/db";
import type { GroupSummary } from "@deskrl/protocol";

/** Groups that are new, by what became of them. */
export type StoredGroups = Record<GroupSummary["state"], number>;

/** Stores what became of groups; one that is already there is written over with the same. */
export async function storeGroups(
  tx: Transaction,
  { phase, groups }: { phase: Pick<PhaseRow, "id">; groups: readonly GroupSummary[] },
): Promise<StoredGroups> {
  const counts: StoredGroups = { trained: 0, no_spread: 0, dropped: 0 };
  // One statement may write a row once only; the last word counts.
  const distinct = new Map(groups.map((group) => [`${group.iteration}/${group.index}`, group]));
  if (distinct.size === 0) return counts;
  const rows = [...distinct.values()].map((group) => ({ ...group }));
  const stored = await tx.$queryRaw<{ state: GroupSummary["state"]; n: number }[]>`
    WITH stored AS (
      INSERT INTO groups (phase_id, iteration, index, task_key, size, state, reason, reward_mean, reward_std, succeeded,
        invalid, retries)
      SELECT ${phase.id}, iteration, index, "taskKey", size, state, reason, "rewardMean", "rewardStd", succeeded, invalid,
        retries
      FROM json_to_recordset(${toJsonParameter(rows)}::json) AS row (
        iteration int, index int, "taskKey" text, size int, state text, reason text, "rewardMean" float8,
        "rewardStd" float8, succeeded int, invalid int, retries int)
      ON CONFLICT (phase_id, iteration, index) DO UPDATE SET
        task_key = excluded.task_key, size = excluded.size, state = excluded.state, reason = excluded.reason,
        reward_mean = excluded.reward_mean, reward_std = excluded.reward_std, succeeded = excluded.succeeded,
        invalid = excluded.invalid, retries = excluded.retries
      RETURNING state, xmax = 0 AS added
    )
    SELECT state, count(*) FILTER (WHERE added)::int AS n FROM stored GROUP BY state`;
  for (const { state, n } of stored) counts[state] += n;
  return counts;
}
