import type { CoreContext } from "../context.ts";
import { advanceRun } from "./advance-run.ts";

/**
 * The reconciler of evaluations: brings each one from what it is towards what is wanted of it. `requested` runs start,
 * positions are opened, broken episodes are tried again, `pausing` becomes `paused` once nothing is in flight,
 * `stopping` becomes `stopped` likewise, and a run whose positions have all ended is `finished`. Idempotent; several
 * processes may call it at once. Call it on a timer and after run and episode events.
 * @returns ids of the runs that changed
 */
export async function advanceRuns(ctx: CoreContext): Promise<string[]> {
  const runs = await ctx.db.prisma.run.findMany({
    where: {
      kind: "evaluation",
      OR: [
        { state: { in: ["requested", "running", "pausing", "stopping"] } },
        { state: "paused", desiredState: { not: "paused" } },
      ],
    },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { id: true },
  });
  const changed: string[] = [];
  for (const { id } of runs) if (await advanceRun(ctx, id)) changed.push(id);
  return changed;
}
