import { commit } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { invalidateEpisodes } from "./invalidate-episodes.ts";

export interface ReapExpiredLeasesOptions {
  /** Leases ended at a time. @default 200 */
  limit?: number | undefined;
}

/**
 * Ends episodes whose lease ran out: their worker is lost or gave them up. They are `invalid` with cause `worker_lost`
 * and will be tried again by `advanceRuns`. After a start, wait one lease time before the first call: leases ran out
 * while nobody could renew them, and their workers are about to.
 * @returns ids of the episodes it ended
 */
export async function reapExpiredLeases(
  ctx: CoreContext,
  { limit = 200 }: ReapExpiredLeasesOptions = {},
): Promise<string[]> {
  return commit(ctx, async (unit) => {
    const expired = await unit.tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM episodes
      WHERE state NOT IN ('queued', 'finished') AND lease_expires_at < ${unit.now}::timestamptz
      ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED`;
    const ended = await invalidateEpisodes(unit, {
      ids: expired.map((row) => row.id),
      cause: "worker_lost",
      reason:
        "The worker stopped renewing its lease on this episode, so nobody can say how it would have ended.",
    });
    return ended.map((row) => row.id);
  });
}
