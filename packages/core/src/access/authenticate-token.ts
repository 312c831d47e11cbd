import { TokenScope } from "@deskrl/domain";
import type { CoreContext } from "../context.ts";
import { hashSecret } from "./secret.ts";

/** How stale `lastUsedAt` may be: a token used a thousand times a second must not write a thousand rows. */
const LAST_USED_RESOLUTION_MS = 60_000;

/** The token's holder; null when it is unknown or revoked. */
export async function authenticateToken(
  ctx: CoreContext,
  { token }: { token: string },
): Promise<{ id: string; name: string; scope: TokenScope } | null> {
  const row = await ctx.db.prisma.apiToken.findUnique({ where: { hash: hashSecret(token) } });
  if (!row || row.revokedAt) return null;
  const now = ctx.clock();
  if (!row.lastUsedAt || now.getTime() - row.lastUsedAt.getTime() > LAST_USED_RESOLUTION_MS)
    await ctx.db.prisma.apiToken.update({ where: { id: row.id }, data: { lastUsedAt: now } });
  return { id: row.id, name: row.name, scope: TokenScope.parse(row.scope) };
}
