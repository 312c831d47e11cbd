import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type CoreContext, exportEpisodesJsonl, exportOsworld } from "@deskrl/core";
import { AppError, idSchema } from "@deskrl/domain";
import { z } from "zod";
import { parseEpisodeFilters } from "./parse-episode-filters.ts";
import { zipStream } from "./zip-stream.ts";

export interface ExportRequest {
  core: CoreContext;
  query: URLSearchParams;
  res: ServerResponse;
}

/** Episodes with their steps, one JSON object a line, as long as the client reads. */
export async function serveJsonlExport({ core, query, res }: ExportRequest): Promise<void> {
  const lines = exportEpisodesJsonl(core, parseEpisodeFilters(query));
  head(res, { type: "application/x-ndjson; charset=utf-8", name: "episodes.jsonl" });
  await pipeline(Readable.from(lines), res);
}

/** Episodes as OSWorld's result folder. `id` names episodes, several as a repeated key; else the filters choose. */
export async function serveOsworldExport({ core, query, res }: ExportRequest): Promise<void> {
  const archive = zipStream(
    exportOsworld(core, query.has("id") ? parseIds(query) : parseEpisodeFilters(query)),
  );
  head(res, { type: "application/zip", name: "osworld.zip" });
  await pipeline(archive, res);
}

function parseIds(query: URLSearchParams): { episodeIds: string[] } {
  const parsed = z.array(idSchema("episode")).safeParse(query.getAll("id"));
  if (parsed.success) return { episodeIds: parsed.data };
  throw new AppError("invalid_input", parsed.error.issues[0]?.message ?? "An id cannot be read.", {
    where: "id in the query of the export",
    fix: "Name episodes by their ids.",
    cause: parsed.error,
  });
}

function head(res: ServerResponse, { type, name }: { type: string; name: string }): void {
  res.writeHead(200, {
    "content-type": type,
    "content-disposition": `attachment; filename="${name}"`,
    "cache-control": "no-store",
  });
}
