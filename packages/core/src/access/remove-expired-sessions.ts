import type { CoreContext } from "../context.ts";

/** Deletes sessions that are over; returns how many. They open nothing any more, they only take room. */
export async function removeExpiredSessions(ctx: CoreContext): Promise<number> {
  const { count } = await ctx.db.prisma.session.deleteMany({ where: { expiresAt: { lt: ctx.clock() } } });
  return count;
}
