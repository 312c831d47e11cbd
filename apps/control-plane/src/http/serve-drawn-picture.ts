import type { IncomingMessage, ServerResponse } from "node:http";
import { type CoreContext, readPicture } from "@deskrl/core";
import { AppError } from "@deskrl/domain";
import { z } from "zod";

/** A day: the same release draws the same picture, the next one may draw it better. */
const MAX_AGE_SECONDS = 86_400;

const Width = z.coerce.number().int().min(80).max(1280);

/**
 * A screen of a simulated episode, drawn again from its seed and actions: a PNG in full size, or with `width` a JPEG of
 * so many pixels across, which costs a tenth of it.
 * @throws AppError `not_found`, `invalid_input`
 */
export async function serveDrawnPicture(options: {
  core: CoreContext;
  ref: string;
  query: URLSearchParams;
  req: IncomingMessage;
  res: ServerResponse;
}): Promise<void> {
  const { core, ref, query, req, res } = options;
  const width = widthOf(query);
  const bytes = await readPicture(core, ref, { width });
  res.writeHead(200, {
    "content-type": width === undefined ? "image/png" : "image/jpeg",
    "content-length": bytes.byteLength,
    "cache-control": `private, max-age=${MAX_AGE_SECONDS}`,
  });
  res.end(req.method === "HEAD" ? undefined : bytes);
}

function widthOf(query: URLSearchParams): number | undefined {
  const text = query.get("width");
  if (text === null) return undefined;
  const width = Width.safeParse(text);
  if (width.success) return width.data;
  throw new AppError("invalid_input", `A picture cannot be "${text}" pixels wide.`, {
    where: "width",
    fix: "Give a whole number from 80 to 1280, or leave it out for the full size.",
  });
}
