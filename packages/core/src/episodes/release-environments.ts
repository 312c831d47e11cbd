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
