import type { CoreContext } from "../context.ts";

/** Longer than any browser stays away and still patches instead of fetching anew. */
const KEEP_MS = 24 * 3_600_000;

/**
 * Removes events that nobody will replay any more; the newest is always kept, since it says where the stream stands.
 * Readers that were away for longer are told that there is a gap. Call it on a slow timer.
 * @returns how many were removed
 */
export async function pruneEvents(
  ctx: CoreContext,
  { keepMs = KEEP_MS }: { keepMs?: number | undefined } = {},
): Promise<number> {
  const before = new Date(ctx.clock().getTime() - keepMs);
  return ctx.db.prisma.$executeRaw`
    DELETE FROM events WHERE sequence < (
      SELECT coalesce(min(sequence) FILTER (WHERE at >= ${before}::timestamptz), max(sequence)) FROM events
    )`;
}
