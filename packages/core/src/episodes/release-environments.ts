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
