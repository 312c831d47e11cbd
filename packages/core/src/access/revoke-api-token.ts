import { type Actor, AppError, type TokenScope } from "@deskrl/domain";
import type { CoreContext } from "../context.ts";
import { recordAudit } from "./record-audit.ts";

/**
 * Ends a token for good; no error when it already was. Whoever is connected with it is cut off within seconds.
 * @throws AppError `not_found`, also for a token of another scope than the one asked for
 */
export async function revokeApiToken(
  ctx: CoreContext,
  { actor, id, scope }: { actor: Actor; id: string; scope?: TokenScope },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { count } = await tx.apiToken.updateMany({
      where: { id, revokedAt: null, ...(scope ? { scope } : {}) },
      data: { revokedAt: ctx.clock() },
    });
    if (count > 0) return recordAudit(ctx, tx, { actor, act: "token.revoke", subjectId: id });
    if (await tx.apiToken.findFirst({ where: { id, ...(scope ? { scope } : {}) } })) return;
    throw new AppError("not_found", `There is no token ${id}.`, { where: "tokens", fix: "Reload the list." });
  });
}
