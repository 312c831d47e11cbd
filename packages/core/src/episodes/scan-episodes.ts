import type { Step } from "@deskrl/domain";
import type { CoreContext } from "../context.ts";
import { encodeCursor } from "../lists/cursor.ts";
import { afterCursor, type Keyset, orderOf } from "../lists/keyset.ts";
import { completeSteps } from "./complete-steps.ts";
import { episodeWhere, type ParsedEpisodeFilters } from "./filters.ts";
import { isPlayed } from "./replayed-episode.ts";
import { type EpisodeView, episodeInclude, episodeView } from "./view.ts";

const OLDEST: Keyset = { field: "queuedAt", direction: "asc", kind: "date" };
const EPISODES_AT_ONCE = 50;
const STEPS_AT_ONCE = 100;

/** Every episode that passes the filters, oldest first, a few in memory at a time. */
export async function* scanEpisodes(
  ctx: CoreContext,
  { filters, ids }: { filters: ParsedEpisodeFilters; ids?: readonly string[] | undefined },
): AsyncIterable<EpisodeView> {
  const where = { AND: [episodeWhere(filters), ids ? { id: { in: [...ids] } } : {}] };
  for (let cursor: string | undefined; ; ) {
    const rows = await ctx.db.prisma.episode.findMany({
      where: { AND: [where, afterCursor(cursor, OLDEST)] },
      orderBy: orderOf(OLDEST),
      take: EPISODES_AT_ONCE,
      include: episodeInclude,
    });
    for (const row of rows) yield episodeView(row);
    const last = rows.at(-1);
    if (!last || rows.length < EPISODES_AT_ONCE) return;
    cursor = encodeCursor([last.queuedAt.getTime(), last.id]);
  }
}

/** Every step of an episode in order, a few in memory at a time. */
export async function* scanSteps(ctx: CoreContext, episodeId: string): AsyncIterable<Step> {
  const episode = await ctx.db.prisma.episode.findUnique({
    where: { id: episodeId },
    select: { phaseId: true, seed: true },
  });
  const played = episode !== null && isPlayed(episode);
  for (let from = 0; ; ) {
    const rows = await ctx.db.prisma.step.findMany({
      where: { episodeId, index: { gte: from } },
      orderBy: { index: "asc" },
      take: STEPS_AT_ONCE,
    });
    yield* await completeSteps(ctx, { episodeId, played, rows });
    const last = rows.at(-1);
    if (!last || rows.length < STEPS_AT_ONCE) return;
    from = last.index + 1;
  }
}
