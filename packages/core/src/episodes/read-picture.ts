import { AppError } from "@deskrl/domain";
import type { CoreContext } from "../context.ts";
import { keptEpisode, parsePictureRef } from "./replayed-episode.ts";

/**
 * A picture by its name: the bytes of a blob, or a screen of a simulated episode drawn again.
 * @param options.width of a drawn one, as a small JPEG; a blob is what it is
 * @throws AppError `not_found`
 */
export async function readPicture(
  ctx: CoreContext,
  ref: string,
  options: { width?: number | undefined } = {},
): Promise<Uint8Array> {
  const step = parsePictureRef(ref);
  if (!step) return ctx.blobs.get(ref);
  const kept = await keptEpisode(ctx, step.episodeId);
  if (kept && ctx.replayer) return ctx.replayer.picture(kept, step.index, options);
  throw new AppError("not_found", `There is no picture ${ref}.`, {
    where: "pictures of simulated episodes",
    fix: "Open the episode from the list of trajectories.",
  });
}
