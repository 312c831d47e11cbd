import { type EpisodeRow, trainingSpecFromRow } from "@deskrl/db";
import type { CoreContext } from "../context.ts";
import type { KeptEpisode } from "./replayer.ts";

/** An episode that a trainer played on a simulated desktop: kept as seed and actions. */
export function isPlayed(row: Pick<EpisodeRow, "phaseId" | "seed">): boolean {
  return row.phaseId !== null && row.seed !== null;
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
