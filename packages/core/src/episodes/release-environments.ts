import type { Transaction } from "@deskrl/db";
import type { EnvironmentFacts } from "../events/builders.ts";

/**
 * Takes ended episodes off their desktops. A leased desktop becomes ready; it is clean again once the worker has reset
 * it, which it does before the next episode begins.
 */
export async function releaseEnvironments(
  tx: Transaction,
  { episodeIds, now }: { episodeIds: readonly string[]; now: Date },
): Promise<EnvironmentFacts[]> {
  if (episodeIds.length === 0) return [];
  const ids = [...episodeIds];
  // Locked before it is written, so that two who end episodes of the same desktops wait for each other in one order.
  const held =
    await tx.$executeRaw`SELECT 1 FROM environments WHERE episode_id = ANY(${ids}) ORDER BY id FOR UPDATE`;
  if (held === 0) return [];
  // What a desktop's last judged episode came to is shown beside it.
  return tx.$queryRaw<EnvironmentFacts[]>`
    UPDATE environments SET episode_id = NULL, updated_at = ${now}::timestamptz,
      state = CASE environments.state WHEN 'leased' THEN 'ready' ELSE environments.state END,
      last_verdict = coalesce(episode.verdict, last_verdict),
      last_score = CASE WHEN episode.verdict IS NULL THEN last_score ELSE episode.score END
    FROM episodes episode
    WHERE environments.episode_id = episode.id AND episode.id = ANY(${ids})
    RETURNING environments.id, environments.state, environments.desired_state AS "desiredState",
      environments.state_reason AS "stateReason", environments.episode_id AS "episodeId", environments.generation,
      environments.recycle_count AS "recycleCount", environments.controlled_by AS "controlledBy",
      environments.worker_id AS "workerId", environments.template`;
}
