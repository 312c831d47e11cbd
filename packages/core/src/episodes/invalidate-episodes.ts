import type { EpisodeRow } from "@deskrl/db";
import type { InvalidCause } from "@deskrl/domain";
import type { UnitOfWork } from "../commit.ts";
import { environmentChanged, episodeChanged } from "../events/builders.ts";
import { emitRunsChanged } from "../runs/emit-runs-changed.ts";
import { releaseEnvironments } from "./release-environments.ts";

/**
 * Ends episodes without a verdict on the policy. Only those not finished yet are touched: a verdict is written once.
 * @param ids rows that the caller has locked
 * @returns the rows that this ended
 */
export async function invalidateEpisodes(
  unit: UnitOfWork,
  options: { ids: readonly string[]; cause: InvalidCause; reason: string },
): Promise<EpisodeRow[]> {
  const { tx, now, emit } = unit;
  if (options.ids.length === 0) return [];
  const rows = await tx.episode.updateManyAndReturn({
    where: { id: { in: [...options.ids] }, state: { not: "finished" } },
    data: {
      state: "finished",
      verdict: "invalid",
      score: null,
      cause: options.cause,
      reason: options.reason,
      leaseExpiresAt: null,
      finishedAt: now,
    },
  });
  const released = await releaseEnvironments(tx, { episodeIds: rows.map((row) => row.id), now });
  emit(...rows.map(episodeChanged), ...released.map((row) => environmentChanged(row)));
  await emitRunsChanged(
    unit,
    rows.map((row) => row.runId),
  );
  return rows;
}
