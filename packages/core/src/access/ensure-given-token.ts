import { AppError, type TokenScope } from "@deskrl/domain";
import type { CoreContext } from "../context.ts";
import { recordAudit, SYSTEM_ACTOR } from "./record-audit.ts";
import { hashSecret } from "./secret.ts";

/** Long enough that nobody guesses it: the database keeps a plain hash. */
const MIN_LENGTH = 32;

/**
 * Makes a token that was made outside (a secret of a cluster, a file that containers share) a good one, and ends earlier
 * ones that were given under the name. Idempotent; a token that a person revoked stays revoked.
 * @throws AppError `invalid_input` for one that could be guessed
 */
export async function ensureGivenToken(
  ctx: CoreContext,
  { name, scope, token }: { name: string; scope: TokenScope; token: string },
): Promise<void> {
  if (token.length < MIN_LENGTH) {
    throw new AppError("invalid_input", `The token has ${token.length} characters, which is too few`, {
      where: name,
      fix: `give one of at least ${MIN_LENGTH} random characters, such as openssl rand -hex 32 prints`,
    });
  }
  const hash = hashSecret(token);
  const createdBy = SYSTEM_ACTOR.name;
  await ctx.db.transaction(async (tx) => {
    const others = { name, scope, createdBy, revokedAt: null, hash: { not: hash } };
    const { count } = await tx.apiToken.updateMany({ where: others, data: { revokedAt: ctx.clock() } });
    const made = await tx.apiToken.createMany({
      data: [{ id: ctx.newId("apiToken"), name, scope, hash, createdBy, createdAt: ctx.clock() }],
      skipDuplicates: true,
    });
    if (count + made.count === 0) return;
    const details = { name, scope, given: true, ended: count };
    await recordAudit(ctx, tx, { actor: SYSTEM_ACTOR, act: "token.create", subjectId: name, details });
  });
}
