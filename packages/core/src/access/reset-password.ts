import { type Actor, AppError } from "@deskrl/domain";
import type { CoreContext } from "../context.ts";
import { generatePassword, hashPassword } from "./password.ts";
import { recordAudit, SYSTEM_ACTOR } from "./record-audit.ts";

/**
 * Gives a user a new made-up password and ends all of their sessions.
 * @returns the password, which is shown once
 * @throws AppError `not_found`
 */
export async function resetPassword(
  ctx: CoreContext,
  { name, actor = SYSTEM_ACTOR }: { name: string; actor?: Actor | undefined },
): Promise<string> {
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  await ctx.db.transaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { name }, select: { id: true } });
    if (!user)
      throw new AppError("not_found", `There is no user called ${name}.`, {
        where: "users",
        fix: "Check the spelling; the name of the first user is admin.",
      });
    await tx.user.update({ where: { id: user.id }, data: { passwordHash } });
    await tx.session.deleteMany({ where: { userId: user.id } });
    await recordAudit(ctx, tx, { actor, act: "user.reset-password", subjectId: user.id, details: { name } });
  });
  return password;
}
