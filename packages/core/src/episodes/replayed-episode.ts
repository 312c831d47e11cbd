import { type EpisodeRow, trainingSpecFromRow } from "@deskrl/db";
import type { CoreContext } from "../context.ts";
import type { KeptEpisode } from "./replayer.ts";

/** An episode that a trainer played on a simulated desktop: kept as seed and actions. */
export function isPlayed(row: Pick<EpisodeRow, "phaseId" | "seed">): boolean {
  return row.phaseId !== null && row.seed !== null;
}

/** Names the screen that an episode saw before the action of an index, or, after the last one, left. */
export function pictureRef(episodeId: string, index: number): string {
  return `${episodeId}.${index}`;
}

/** The episode and index of such a name; null for the hash of a blob. */
export function parsePictureRef(ref: string): { episodeId: string; index: number } | null {
  const match = /^(ep_[A-Za-z0-9._-]{1,80})\.(\d+)$/.exec(ref);
  return match?.[1] ? { episodeId: match[1], index: Number(match[2]) } : null;
}

/** All that is kept of a played episode; null for an episode of another kind, or none. */
export async function keptEpisode(ctx: CoreContext, id: string): Promise<KeptEpisode | null> {
  const row = await ctx.db.prisma.episode.findUnique({
    where: { id },
    include: { run: true, steps: { select: { code: true }, orderBy: { index: "asc" } } },
  });
  if (!row || !isPlayed(row)) return null;
  const { suite, actionSpace } = trainingSpecFromRow(row.run);
  const { taskKey, seed, steps } = row;
  return { suite, actionSpace, taskKey, seed: seed ?? 0, actions: steps.map(({ code }) => code) };
}
