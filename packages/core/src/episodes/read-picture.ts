import { AppError, parsePictureRef } from "@deskrl/domain";
import type { CoreContext } from "../context.ts";
import { keptEpisode } from "./replayed-episode.ts";

/**
 * A picture by its name: the bytes of a blob, or a screen of a simulated desktop, drawn again from what was done to it.
 * @param options.width of a drawn one, as a small JPEG; a blob is what it is
 * @throws AppError `not_found`, also when what is kept of it does not suffice: there is no picture then
 */
export async function readPicture(
  ctx: CoreContext,
  ref: string,
  options: { width?: number | undefined } = {},
): Promise<Uint8Array> {
  const named = parsePictureRef(ref);
  if (!named) return ctx.blobs.get(ref);
  const { episodeId, index } = named;
  const recordings = await ctx.db.prisma.screenRecording.findMany({
    where: { episodeId, index: { lte: index } },
    orderBy: { index: "asc" },
  });
  const kept = recordings.length > 0 ? null : await keptEpisode(ctx, episodeId);
  try {
    if (recordings.at(-1)?.index === index && ctx.replayer) {
      const texts = recordings.map(({ recording }) => recording);
      return await ctx.replayer.drawn(texts, options);
    }
    if (kept && ctx.replayer) return await ctx.replayer.picture(kept, index, options);
  } catch (error) {
    const { message } = AppError.from(error);
    throw notAvailable(ref, { because: message, cause: error });
  }
  throw notAvailable(ref);
}

function notAvailable(ref: string, given: { because?: string; cause?: unknown } = {}): AppError {
  const { because = "Nothing is kept that it could be drawn from.", cause } = given;
  return new AppError("not_found", `The picture ${ref} is not available. ${because}`, {
    where: "pictures of simulated desktops",
    fix: "The step itself is kept: what the agent read, did, and was answered.",
    cause,
  });
}
