import { definitionFromRow, filesFromRow, type StoredTaskFile } from "@deskrl/db";
import { AppError, type TaskDefinition } from "@deskrl/domain";
import type { CoreContext } from "../context.ts";
import type { TaskSummary } from "./list-tasks.ts";

export interface TaskDetail extends TaskSummary {
  definition: TaskDefinition;
  files: StoredTaskFile[];
}

/** A task with its definition. Its solution is for the oracle policy and never shown. @throws AppError `not_found` */
export async function getTask(ctx: CoreContext, { id }: { id: string }): Promise<TaskDetail> {
  const row = await ctx.db.prisma.task.findUnique({
    where: { id },
    include: { suite: { select: { name: true } } },
  });
  if (!row)
    throw new AppError("not_found", `There is no task ${id}.`, {
      where: "tasks",
      fix: "Go back to the list of tasks.",
    });
  const { key, suiteId, domain, instruction, feasible } = row;
  return {
    id,
    key,
    suiteId,
    suiteName: row.suite.name,
    domain,
    instruction,
    feasible,
    retired: row.retiredAt !== null,
    definition: definitionFromRow(row),
    files: filesFromRow(row),
  };
}
