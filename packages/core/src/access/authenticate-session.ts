import { type Actor, Role } from "@deskrl/domain";
import type { CoreContext } from "../context.ts";
import { hashSecret } from "./secret.ts";

/** The person a session belongs to; null when it is unknown, ended or over. */
export async function authenticateSession(
  ctx: CoreContext,
  { sessionToken }: { sessionToken: string },
): Promise<Actor | null> {
  const session = await ctx.db.prisma.session.findUnique({
    where: { idHash: hashSecret(sessionToken) },
    include: { user: true },
  });
  if (!session || session.expiresAt <= ctx.clock()) return null;
  return { id: session.user.id, name: session.user.name, role: Role.parse(session.user.role) };
}
