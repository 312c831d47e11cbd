import type { CoreContext } from "../context.ts";
import { planEnvironments } from "../environments/plan-environments.ts";

/**
 * Stops the desktops of drained workers that have come free since. Call it on a timer and when episodes end.
 * @returns ids of the desktops that are to stop now
 */
export async function advanceDrains(ctx: CoreContext): Promise<string[]> {
  const waiting = await ctx.db.prisma.worker.findMany({
    where: {
      desiredState: "drained",
      environments: {
        some: { desiredState: "running", state: { not: "stopped" }, episodeId: null, controlledBy: null },
      },
    },
    select: { id: true },
  });
  const stopping: string[] = [];
  for (const { id } of waiting) stopping.push(...(await planEnvironments(ctx, { workerId: id })).stopping);
  return stopping;
}
