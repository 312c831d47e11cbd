import type { EnvironmentRow, Transaction } from "@deskrl/db";

/**
 * Takes ended episodes off their desktops. A leased desktop becomes ready; it is clean again once the worker has reset
 * it, which it does before the next episode begins.
 */
export async function releaseEnvironments(
  tx: Transaction,
  { episodeIds, now }: { episodeIds: readonly string[]; now: Date },
): Promise<EnvironmentRow[]> {
  if (episodeIds.length === 0) return [];
  const ids = [...episodeIds];
  // Between the two statements below a report could else make a desktop leased that has no episode any more.
  await tx.$executeRaw`SELECT 1 FROM environments WHERE episode_id = ANY(${ids}) ORDER BY id FOR UPDATE`;
  // What a desktop's last judged episode came to is shown beside it.
  await tx.$executeRaw`
    UPDATE environments SET last_verdict = episode.verdict, last_score = episode.score
    FROM episodes episode
    WHERE environments.episode_id = episode.id AND episode.id = ANY(${ids}) AND episode.verdict IS NOT NULL`;
  const leased = await tx.environment.updateManyAndReturn({
    where: { episodeId: { in: ids }, state: "leased" },
    data: { episodeId: null, state: "ready", updatedAt: now },
  });
  const others = await tx.environment.updateManyAndReturn({
    where: { episodeId: { in: ids } },
    data: { episodeId: null, updatedAt: now },
  });
  return [...leased, ...others];
}
