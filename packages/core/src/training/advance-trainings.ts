import type { CoreContext } from "../context.ts";
import { advanceTrainingRun } from "./advance-training.ts";

/**
 * The reconciler of training runs. Everything it decides on is in rows, so it goes on after a restart as if there had
 * been none, and several control planes may call it at once. Call it on a timer and after run and phase events.
 * @returns ids of the runs that changed
 */
export async function advanceTraining(ctx: CoreContext): Promise<string[]> {
  const runs = await ctx.db.prisma.run.findMany({
    where: { kind: "training", state: { notIn: ["finished", "stopped"] } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { id: true },
  });
  const changed: string[] = [];
  for (const { id } of runs) if (await advanceTrainingRun(ctx, id)) changed.push(id);
  return changed;
}
