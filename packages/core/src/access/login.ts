import { type Actor, AppError, Role } from "@deskrl/domain";
import type { CoreContext } from "../context.ts";
import { markLoginSucceeded, openLoginAttempt } from "./login-attempts.ts";
import { hashPassword, verifyPassword } from "./password.ts";
import { hashSecret, newSecret } from "./secret.ts";

const SESSION_TTL_MS = 7 * 24 * 3_600_000;

/** Checked when there is no such user, so that an unknown name takes as long as a wrong password. */
let decoy: Promise<string> | undefined;

/**
 * Opens a session for a person.
 * @throws AppError `wrong_password` (the same for an unknown name), `rate_limited`
 */
export async function login(
  ctx: CoreContext,
  { name, password }: { name: string; password: string },
): Promise<{ sessionToken: string; actor: Actor; expiresAt: Date }> {
  const attemptId = await openLoginAttempt(ctx, name);
  const user = await ctx.db.prisma.user.findUnique({ where: { name } });
  decoy ??= hashPassword("no user has this password");
  const matches = await verifyPassword(password, user?.passwordHash ?? (await decoy));
  if (!user || !matches)
    throw new AppError("wrong_password", "The name or the password is wrong.", {
      where: "login",
      fix: "Try again; an admin can set a new password for you.",
    });
  const sessionToken = newSecret("deskrl_session");
  const now = ctx.clock();
  const expiresAt = new Date(now.getTime() + SESSION_TTL_MS);
  await ctx.db.transaction(async (tx) => {
    await tx.session.deleteMany({ where: { expiresAt: { lt: now } } });
    await tx.session.create({
      data: { idHash: hashSecret(sessionToken), userId: user.id, expiresAt, createdAt: now },
    });
    await markLoginSucceeded(tx, attemptId, user.id);
  });
  return { sessionToken, actor: { id: user.id, name: user.name, role: Role.parse(user.role) }, expiresAt };
}
