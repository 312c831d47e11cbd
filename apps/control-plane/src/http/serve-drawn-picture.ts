import type { IncomingMessage, ServerResponse } from "node:http";
import { type CoreContext, readPicture } from "@deskrl/core";

/** A day: the same release draws the same picture, the next one may draw it better. */
const MAX_AGE_SECONDS = 86_400;

/** A screen of a simulated episode, drawn again from its seed and actions. @throws AppError `not_found` */
export async function serveDrawnPicture(options: {
  core: CoreContext;
  ref: string;
  req: IncomingMessage;
  res: ServerResponse;
}): Promise<void> {
  const { core, ref, req, res } = options;
  const bytes = await readPicture(core, ref);
  res.writeHead(200, {
    "content-type": "image/png",
    "content-length": bytes.byteLength,
    "cache-control": `private, max-age=${MAX_AGE_SECONDS}`,
  });
  res.end(req.method === "HEAD" ? undefined : bytes);
}
