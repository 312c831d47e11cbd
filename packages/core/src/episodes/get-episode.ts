import { AppError } from "@deskrl/domain";
import type { CoreContext } from "../context.ts";
import { type EpisodeView, episodeInclude, episodeView } from "./view.ts";

/** The error for an id that names nothing. */
export function episodeNotFound(id: string): AppError {
  return new AppError("not_found", `There is no episode ${id}.`, {
    where: "episodes",
    fix: "Go back to the list of trajectories.",
  });
}

/** One episode, the same view as in the list. @throws AppError `not_found` */
export async function getEpisode(ctx: CoreContext, { id }: { id: string }): Promise<EpisodeView> {
  const row = await ctx.db.prisma.episode.findUnique({ where: { id }, include: episodeInclude });
  if (!row) throw episodeNotFound(id);
  return episodeView(row);
}
