import type { CoreContext } from "../context.ts";
import { hashSecret } from "./secret.ts";

/** Ends a session; no error when it is already over. */
export async function logout(ctx: CoreContext, { sessionToken }: { sessionToken: string }): Promise<void> {
  await ctx.db.prisma.session.deleteMany({ where: { idHash: hashSecret(sessionToken) } });
}
