import type { IncomingMessage, ServerResponse } from "node:http";
import type { BlobStore } from "@deskrl/blobs";
import { AppError } from "@deskrl/domain";

/** A blob by its hash. Its address never changes its content, so a browser may keep it for ever. */
export async function serveBlob(options: {
  blobs: BlobStore;
  hash: string;
  req: IncomingMessage;
  res: ServerResponse;
}): Promise<void> {
  const { blobs, hash, req, res } = options;
  const stat = await blobs.stat(hash);
  if (!stat)
    throw new AppError("not_found", "There is no such blob.", {
      where: hash,
      fix: "It may still be on its way from the worker: try again in a moment.",
    });
  const etag = `"${hash}"`;
  res.setHeader("etag", etag);
  res.setHeader("cache-control", "private, max-age=31536000, immutable");
  if (req.headers["if-none-match"] === etag) {
    res.writeHead(304).end();
    return;
  }
  const bytes = await blobs.get(hash);
  res.writeHead(200, {
    "content-type": stat.mediaType,
    "content-length": bytes.byteLength,
    ...(stat.mediaType.startsWith("image/")
      ? {}
      : { "content-disposition": `attachment; filename="${hash}"` }),
  });
  res.end(req.method === "HEAD" ? undefined : bytes);
}
