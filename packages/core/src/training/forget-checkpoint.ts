import type { CoreContext } from "../context.ts";

/**
 * Removes the bytes of a checkpoint that a newer one of its phase has replaced, unless a policy version or another phase
 * names them: a long run would fill the disk with states that nothing can go back to.
 */
export async function forgetCheckpoint(ctx: CoreContext, hash: string): Promise<void> {
  const [phase, version] = await Promise.all([
    ctx.db.prisma.phase.findFirst({ where: { checkpoint: hash }, select: { id: true } }),
    ctx.db.prisma.policyVersion.findFirst({ where: { checkpoint: hash }, select: { number: true } }),
  ]);
  if (!phase && !version) await ctx.blobs.delete(hash);
}
