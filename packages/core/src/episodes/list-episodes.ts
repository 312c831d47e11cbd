import { z } from "zod";
import type { CoreContext } from "../context.ts";
import { afterCursor, type Keyset, orderOf, toPage } from "../lists/keyset.ts";
import { type Page, PageInput } from "../lists/page.ts";
import { parseInput } from "../parse-input.ts";
import { EpisodeFilters, episodeWhere } from "./filters.ts";
import { type EpisodeView, episodeInclude, episodeView } from "./view.ts";

export const EpisodeSort = z.enum(["newest", "oldest", "longest", "shortest"]);
export type EpisodeSort = z.infer<typeof EpisodeSort>;

export const ListEpisodesInput = z.object({
  ...PageInput.shape,
  ...EpisodeFilters.shape,
  /** By the time it was queued, or by its number of steps. */
  sort: EpisodeSort.default("newest"),
});
export type ListEpisodesInput = z.input<typeof ListEpisodesInput>;

const KEYSETS = {
  newest: { field: "queuedAt", direction: "desc", kind: "date" },
  oldest: { field: "queuedAt", direction: "asc", kind: "date" },
  longest: { field: "stepCount", direction: "desc", kind: "number" },
  shortest: { field: "stepCount", direction: "asc", kind: "number" },
} as const satisfies Record<EpisodeSort, Keyset>;

/** Episodes that pass the filters: every attempt, also superseded ones unless filtered out. */
export async function listEpisodes(
  ctx: CoreContext,
  options: ListEpisodesInput = {},
): Promise<Page<EpisodeView>> {
  const { cursor, limit, sort, ...filters } = parseInput(ListEpisodesInput, options, "list of episodes");
  const where = episodeWhere(filters);
  const keyset = KEYSETS[sort];
  const [total, rows] = await Promise.all([
    ctx.db.prisma.episode.count({ where }),
    ctx.db.prisma.episode.findMany({
      where: { AND: [where, afterCursor(cursor, keyset)] },
      orderBy: orderOf(keyset),
      take: limit + 1,
      include: episodeInclude,
    }),
  ]);
  return toPage(rows, { limit, total, valueOf: (row) => row[keyset.field], map: episodeView });
}
