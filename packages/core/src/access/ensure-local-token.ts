import type { TokenScope } from "@deskrl/domain";
import type { CoreContext } from "../context.ts";
import { authenticateToken } from "./authenticate-token.ts";
import { createApiToken } from "./create-api-token.ts";
import { recordAudit, SYSTEM_ACTOR } from "./record-audit.ts";

export interface EnsureLocalTokenOptions {
  name: string;
  scope: TokenScope;
  /** What the token's file holds now. */
  existing?: string | undefined;
}

/**
 * A token for a program on the same machine: the existing one while it is good, else a new one, which ends older ones
 * of that name so that a lost file leaves no usable token behind.
 */
export async function ensureLocalToken(
  ctx: CoreContext,
  { name, scope, existing }: EnsureLocalTokenOptions,
): Promise<string> {
  if (existing) {
    const known = await authenticateToken(ctx, { token: existing.trim() });
    if (known?.scope === scope && known.name === name) return existing.trim();
  }
  await ctx.db.transaction(async (tx) => {
    const old = { name, scope, createdBy: SYSTEM_ACTOR.name, revokedAt: null };
    const { count } = await tx.apiToken.updateMany({ where: old, data: { revokedAt: ctx.clock() } });
    if (count > 0)
      await recordAudit(ctx, tx, {
        actor: SYSTEM_ACTOR,
        act: "token.revoke",
        subjectId: name,
        details: { count },
      });
  });
  const { token } = await createApiToken(ctx, { actor: SYSTEM_ACTOR, name, scope });
  return token;
}
