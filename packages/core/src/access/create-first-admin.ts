import type { CoreContext } from "../context.ts";
import { generatePassword, hashPassword } from "./password.ts";
import { recordAudit, SYSTEM_ACTOR } from "./record-audit.ts";

const FIRST_ADMIN_LOCK = 7_311_002;

/**
 * Makes the user `admin` on a database without users and returns its password, which is shown once.
 * @returns null when there are users; two processes that start together make one admin
 */
export async function createFirstAdmin(
  ctx: CoreContext,
  options: { name?: string | undefined } = {},
): Promise<{ name: string; password: string } | null> {
  const { name = "admin" } = options;
  if ((await ctx.db.prisma.user.count()) > 0) return null;
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  return ctx.db.transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${FIRST_ADMIN_LOCK}::bigint)`;
    if ((await tx.user.count()) > 0) return null;
    const id = ctx.newId("user");
    await tx.user.create({ data: { id, name, role: "admin", passwordHash, createdAt: ctx.clock() } });
    await recordAudit(ctx, tx, { actor: SYSTEM_ACTOR, act: "user.create", subjectId: id, details: { name } });
    return { name, password };
  });
}
