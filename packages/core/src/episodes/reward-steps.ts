import { Prisma, type Transaction } from "@deskrl/db";
import type { EpisodeResult, Step } from "@deskrl/domain";

/**
 * The reward of a step of a judged episode: 1 for a well-formed step that was carried out without an error in an episode
 * that succeeded, else 0. An invalid episode says nothing about the policy: null.
 */
export function stepReward(
  { verdict }: Pick<EpisodeResult, "verdict">,
  { formatOk, outcome }: Pick<Step, "formatOk" | "outcome">,
): number | null {
  if (verdict === "invalid") return null;
  return verdict === "succeeded" && formatOk && outcome === "ok" ? 1 : 0;
}

/** The same for a row of `steps` beside its `episode`. */
const REWARD = Prisma.sql`
  CASE WHEN episode.verdict = 'succeeded' AND steps.format_ok AND steps.outcome = 'ok' THEN 1 ELSE 0 END`;

/** Gives the steps that were stored before the verdict of their episode their reward. One that has it is not written again. */
export async function rewardSteps(tx: Transaction, episodeIds: readonly string[]): Promise<void> {
  if (episodeIds.length === 0) return;
  await tx.$executeRaw`
    UPDATE steps SET reward = ${REWARD}
    FROM episodes episode
    WHERE steps.episode_id = episode.id AND episode.id = ANY(${[...episodeIds]})
      AND episode.verdict IN ('succeeded', 'failed') AND steps.reward IS DISTINCT FROM ${REWARD}`;
}
