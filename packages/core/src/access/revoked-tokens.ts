import type { CoreContext } from "../context.ts";

/** Those of the given tokens that are good no longer: revoked or gone. */
export async function revokedTokens(
  ctx: CoreContext,
  options: { ids: readonly string[] },
): Promise<string[]> {
  const ids = [...new Set(options.ids)];
  if (ids.length === 0) return [];
  const good = await ctx.db.prisma.apiToken.findMany({
    where: { id: { in: ids }, revokedAt: null },
    select: { id: true },
  });
  const known = new Set(good.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}
