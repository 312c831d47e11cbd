import { type Actor, AppError } from "@deskrl/domain";
import type { CoreContext } from "../context.ts";
import { recordAudit } from "./record-audit.ts";

/** Ends a token for good; no error when it already was. @throws AppError `not_found` */
export async function revokeApiToken(
  ctx: CoreContext,
  { actor, id }: { actor: Actor; id: string },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { count } = await tx.apiToken.updateMany({
      where: { id, revokedAt: null },
      data: { revokedAt: ctx.clock() },
    });
    if (count > 0) return recordAudit(ctx, tx, { actor, act: "token.revoke", subjectId: id });
    if (await tx.apiToken.findUnique({ where: { id } })) return;
    throw new AppError("not_found", `There is no token ${id}.`, { where: "tokens", fix: "Reload the list." });
  });
}
