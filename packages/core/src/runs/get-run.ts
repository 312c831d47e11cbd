import { runFromRow } from "@deskrl/db";
import { AppError, type Run } from "@deskrl/domain";
import type { CoreContext } from "../context.ts";
import { countRuns, emptyCounts } from "./count-runs.ts";

/** The error for an id that names nothing. */
export function runNotFound(id: string): AppError {
  return new AppError("not_found", `There is no run ${id}.`, {
    where: "runs",
    fix: "Go back to the list of runs.",
  });
}

/** One run with its counts. @throws AppError `not_found` */
export async function getRun(ctx: CoreContext, { id }: { id: string }): Promise<Run> {
  const row = await ctx.db.prisma.run.findUnique({ where: { id } });
  if (!row) throw runNotFound(id);
  const counts = await countRuns(ctx.db.prisma, [id]);
  return runFromRow(row, counts.get(id) ?? emptyCounts(0));
}
