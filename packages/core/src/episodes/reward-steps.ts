import type { Transaction } from "@deskrl/db";

/**
 * Fills the step rewards of judged episodes: 1 for a well-formed step that was carried out without an error in an
 * episode that succeeded, else 0. Invalid episodes say nothing about the policy: their steps have no reward.
 */
export async function rewardSteps(tx: Transaction, episodeIds: readonly string[]): Promise<void> {
  if (episodeIds.length === 0) return;
  await tx.$executeRaw`
    UPDATE steps SET reward =
      CASE WHEN episode.verdict = 'succeeded' AND steps.format_ok AND steps.outcome = 'ok' THEN 1 ELSE 0 END
    FROM episodes episode
    WHERE steps.episode_id = episode.id AND episode.id = ANY(${[...episodeIds]})
      AND episode.verdict IN ('succeeded', 'failed')`;
}
