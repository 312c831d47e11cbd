import type { CoreContext } from "../context.ts";
import { WORKER_LOST_AFTER_MS } from "./liveness.ts";

/** Ids of living workers that other control plane processes than this one hold the connection of. */
export async function connectedElsewhere(
  ctx: CoreContext,
  { instanceId }: { instanceId: string },
): Promise<string[]> {
  const rows = await ctx.db.prisma.worker.findMany({
    where: {
      AND: [{ connectedTo: { not: null } }, { connectedTo: { not: instanceId } }],
      heartbeatAt: { gte: new Date(ctx.clock().getTime() - WORKER_LOST_AFTER_MS) },
    },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  return rows.map(({ id }) => id);
}
