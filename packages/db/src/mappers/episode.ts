import { Episode } from "@deskrl/domain";
import { parseColumn } from "./parse-column.ts";
import type { EpisodeRow } from "./rows.ts";

export function episodeFromRow(row: EpisodeRow): Episode {
  return parseColumn(Episode, row, `episodes ${row.id}`);
}
