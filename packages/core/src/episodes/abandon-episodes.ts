import { idSchema } from "@deskrl/domain";
import { z } from "zod";
import { commit } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { EpisodeClaim } from "../workers/heartbeat-worker.ts";
import { invalidateEpisodes } from "./invalidate-episodes.ts";

export const AbandonEpisodesInput = z.object({ workerId: idSchema("worker"), claims: z.array(EpisodeClaim) });
export type AbandonEpisodesInput = z.input<typeof AbandonEpisodesInput>;

/**
 * Ends what an earlier life of a worker left unfinished. What its journal still holds is stored afterwards as history.
 * @returns ids of the episodes it ended; claims that are outdated are passed over
 */
export async function abandonEpisodes(ctx: CoreContext, options: AbandonEpisodesInput): Promise<string[]> {
  const { workerId, claims } = parseInput(AbandonEpisodesInput, options, "abandoned episodes");
  if (claims.length === 0) return [];
  return commit(ctx, async (unit) => {
    const held = await unit.tx.$queryRaw<{ id: string }[]>`
      SELECT episode.id
      FROM jsonb_to_recordset(${JSON.stringify(claims)}::jsonb) AS claim ("episodeId" text, epoch int)
      JOIN episodes episode ON episode.id = claim."episodeId" AND episode.lease_epoch = claim.epoch
      WHERE episode.lease_owner = ${workerId} AND episode.state NOT IN ('queued', 'finished')
      ORDER BY episode.id FOR UPDATE OF episode`;
    const ended = await invalidateEpisodes(unit, {
      ids: held.map((row) => row.id),
      cause: "worker_lost",
      reason: "The worker process ended in the middle of this episode.",
    });
    return ended.map((row) => row.id);
  });
}
