import type { CoreContext } from "../context.ts";
import { ACTIVE_STATES } from "./states.ts";

/** What a worker is to do with an episode that it carries out, beyond carrying it out. */
export interface EpisodeDirective {
  episodeId: string;
  epoch: number;
  environmentId: string | null;
  /** A person or a stopped run wants its end. */
  cancel: boolean;
  /** A person drives the desktop, or asked the agent to wait: it does so between two steps. */
  paused: boolean;
}

/**
 * The wishes for all episodes that a worker holds, as they stand now. Sending the whole set again is harmless, so a
 * message lost with a connection is made good by the next.
 */
export async function episodeDirectives(
  ctx: CoreContext,
  { workerId }: { workerId: string },
): Promise<EpisodeDirective[]> {
  const rows = await ctx.db.prisma.episode.findMany({
    where: { leaseOwner: workerId, state: { in: [...ACTIVE_STATES] } },
    orderBy: { id: "asc" },
    select: {
      id: true,
      leaseEpoch: true,
      environmentId: true,
      cancelRequestedAt: true,
      heldBy: true,
      environment: { select: { controlledBy: true } },
    },
  });
  return rows.map((row) => ({
    episodeId: row.id,
    epoch: row.leaseEpoch,
    environmentId: row.environmentId,
    cancel: row.cancelRequestedAt !== null,
    paused: row.heldBy !== null || row.environment?.controlledBy != null,
  }));
}
