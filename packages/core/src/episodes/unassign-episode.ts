import { idSchema } from "@deskrl/domain";
import { z } from "zod";
import { commit } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { environmentChanged, episodeChanged } from "../events/builders.ts";
import { parseInput } from "../parse-input.ts";
import { emitRunsChanged } from "../runs/emit-runs-changed.ts";
import { invalidateEpisodes } from "./invalidate-episodes.ts";
import { releaseEnvironments } from "./release-environments.ts";

export const UnassignEpisodeInput = z.object({
  workerId: idSchema("worker"),
  episodeId: idSchema("episode"),
  epoch: z.number().int().nonnegative(),
  reason: z.string(),
});
export type UnassignEpisodeInput = z.input<typeof UnassignEpisodeInput>;

/** Refusals after which an episode is ended: something is wrong that another worker will not mend. */
const MAX_REFUSALS = 20;

/**
 * Puts an episode back that a worker will not take. One that it had begun (its journal is not empty) cannot begin
 * again under the same row: it ends as invalid and is tried again as a new attempt.
 * @returns false when the lease is another's or over, so that there is nothing to put back
 */
export async function unassignEpisode(ctx: CoreContext, options: UnassignEpisodeInput): Promise<boolean> {
  const { workerId, episodeId: id, epoch, reason } = parseInput(UnassignEpisodeInput, options, "refusal");
  return commit(ctx, async (unit) => {
    const { tx, now, emit } = unit;
    await tx.$executeRaw`SELECT 1 FROM episodes WHERE id = ${id} FOR UPDATE`;
    const held = await tx.episode.findFirst({
      where: { id, leaseOwner: workerId, leaseEpoch: epoch, state: { notIn: ["queued", "finished"] } },
    });
    if (!held) return false;
    if (held.state !== "resetting" || held.journalLength > 0 || held.leaseEpoch >= MAX_REFUSALS) {
      const cause = "environment_reset_failed";
      await invalidateEpisodes(unit, { ids: [id], cause, reason: `The worker refused it: ${reason}` });
      return true;
    }
    const row = await tx.episode.update({
      where: { id },
      data: {
        state: "queued",
        workerId: null,
        environmentId: null,
        leaseOwner: null,
        leaseExpiresAt: null,
        startedAt: null,
        // Whoever touched the desktop touched it before the episode began there.
        interventionAt: null,
      },
    });
    const released = await releaseEnvironments(tx, { episodeIds: [id], now });
    emit(episodeChanged(row), ...released.map((environment) => environmentChanged(environment)));
    await emitRunsChanged(unit, [row.runId]);
    return true;
  });
}
