import { type Actor, TokenScope } from "@deskrl/domain";
import { z } from "zod";
import type { CoreContext } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { recordAudit } from "./record-audit.ts";
import { hashSecret, newSecret } from "./secret.ts";

export const CreateApiTokenInput = z.object({ name: z.string().trim().min(1).max(64), scope: TokenScope });
export type CreateApiTokenInput = z.input<typeof CreateApiTokenInput>;

/** A token for a program. It is returned once; the database keeps its hash. */
export async function createApiToken(
  ctx: CoreContext,
  options: CreateApiTokenInput & { actor: Actor },
): Promise<{ id: string; token: string }> {
  const { name, scope } = parseInput(CreateApiTokenInput, options, "new token");
  const token = newSecret("deskrl_token");
  const id = ctx.newId("apiToken");
  const { actor } = options;
  await ctx.db.transaction(async (tx) => {
    await tx.apiToken.create({
      data: { id, name, scope, hash: hashSecret(token), createdBy: actor.name, createdAt: ctx.clock() },
    });
    await recordAudit(ctx, tx, { actor, act: "token.create", subjectId: id, details: { name, scope } });
  });
  return { id, token };
}
