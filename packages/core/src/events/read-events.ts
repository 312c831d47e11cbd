import { eventFromRow } from "@deskrl/db";
import type { Event } from "@deskrl/domain";
import type { Topic } from "@deskrl/protocol";
import type { CoreContext } from "../context.ts";
import { topicsOf } from "./topics-of.ts";

export interface ReadEventsOptions {
  /** The last sequence the reader has; null to learn only where the stream stands. */
  since: number | null;
  /** Events looked at, at most. @default 1000 */
  limit?: number | undefined;
  /** All when absent. */
  topics?: readonly Topic[] | undefined;
}

export interface ReadEventsResult {
  events: Event[];
  latestSequence: number;
  /** More lies between than was read, or it is no longer kept: fetch the rows anew instead of patching them. */
  gap: boolean;
}

/** What came after `since`, in order. */
export async function readEvents(ctx: CoreContext, options: ReadEventsOptions): Promise<ReadEventsResult> {
  const { since, limit = 1_000, topics } = options;
  const bounds = await ctx.db.prisma.event.aggregate({ _min: { sequence: true }, _max: { sequence: true } });
  const latestSequence = Number(bounds._max.sequence ?? 0);
  if (since === null || since === latestSequence) return { events: [], latestSequence, gap: false };
  // A reader ahead of the outbox knew another database; what one far behind lacks may be pruned.
  const oldest = Number(bounds._min.sequence ?? 0);
  if (since > latestSequence || since < oldest - 1) return { events: [], latestSequence, gap: true };
  const rows = await ctx.db.prisma.event.findMany({
    where: { sequence: { gt: since, lte: latestSequence } },
    orderBy: { sequence: "asc" },
    take: limit + 1,
  });
  if (rows.length > limit) return { events: [], latestSequence, gap: true };
  const wanted = topics && new Set<string>(topics);
  const events = rows
    .map(eventFromRow)
    .filter((event) => !wanted || topicsOf(event).some((t) => wanted.has(t)));
  return { events, latestSequence, gap: false };
}
