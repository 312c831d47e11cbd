import type { IncomingMessage, ServerResponse } from "node:http";
import type { CoreContext } from "@deskrl/core";
import { requireActor } from "../http/authenticate.ts";
import { isLoopback } from "../start/check-bind.ts";

/**
 * Answers a scrape: one from this machine, or one with a token. A proxy on this machine speaks for others, so what came
 * through one needs the token too.
 * @throws AppError `unauthenticated`
 */
export async function serveMetrics(options: {
  core: CoreContext;
  collect: () => Promise<string>;
  contentType: string;
  req: IncomingMessage;
  res: ServerResponse;
}): Promise<void> {
  const { core, collect, contentType, req, res } = options;
  if (!isFromThisMachine(req)) await requireActor(core, req.headers);
  const text = await collect();
  res.writeHead(200, { "content-type": contentType, "cache-control": "no-store" });
  res.end(text);
}

function isFromThisMachine({ socket, headers }: IncomingMessage): boolean {
  if (headers["x-forwarded-for"] || headers.forwarded || headers["x-real-ip"]) return false;
  return isLoopback((socket.remoteAddress ?? "").replace(/^::ffff:/, ""));
}
