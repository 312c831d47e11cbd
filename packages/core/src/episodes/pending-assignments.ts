import type { CoreContext } from "../context.ts";
import { type AssignedEpisode, buildAssignments } from "./build-assignments.ts";

export interface PendingAssignmentsOptions {
  workerIds: readonly string[];
  /** Whether this very assignment was handed over already; it is not built again then. */
  isKnown: (assignment: { workerId: string; episodeId: string; epoch: number }) => boolean;
  /** @default 200 */
  limit?: number | undefined;
}

/**
 * Episodes that were assigned to these workers, by whichever control plane, and of which nothing has been heard yet. A
 * worker takes an episode that it has already no second time, so handing one over again is harmless as long as the
 * worker has not said that it carries it out.
 */
export async function pendingAssignments(
  ctx: CoreContext,
  { workerIds, isKnown, limit = 200 }: PendingAssignmentsOptions,
): Promise<AssignedEpisode[]> {
  if (workerIds.length === 0) return [];
  const rows = await ctx.db.prisma.episode.findMany({
    where: {
      leaseOwner: { in: [...workerIds] },
      state: "resetting",
      journalLength: 0,
      leaseExpiresAt: { gt: ctx.clock() },
    },
    orderBy: { id: "asc" },
    take: limit,
  });
  const unknown = rows.filter(
    ({ id: episodeId, leaseOwner: workerId, leaseEpoch: epoch }) =>
      workerId !== null && !isKnown({ workerId, episodeId, epoch }),
  );
  return buildAssignments(ctx, unknown);
}
