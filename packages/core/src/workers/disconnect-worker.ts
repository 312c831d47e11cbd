import type { CoreContext } from "../context.ts";

/** Notes that a connection of a worker has ended, unless a newer one has taken its place. */
export async function disconnectWorker(
  ctx: CoreContext,
  { workerId, epoch }: { workerId: string; epoch: number },
): Promise<void> {
  await ctx.db.prisma.worker.updateMany({ where: { id: workerId, epoch }, data: { connectedTo: null } });
}
