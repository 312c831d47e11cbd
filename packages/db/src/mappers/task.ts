import { BlobHash, TaskDefinition, TaskSolution } from "@deskrl/domain";
import { z } from "zod";
import { parseColumn } from "./parse-column.ts";
import type { TaskRow } from "./rows.ts";

/** An input file of a task: its name in the task, its bytes in the blob store. */
export const StoredTaskFile = z.object({ name: z.string(), hash: BlobHash });
export type StoredTaskFile = z.infer<typeof StoredTaskFile>;

export function definitionFromRow(row: TaskRow): TaskDefinition {
  return parseColumn(TaskDefinition, row.definition, `tasks ${row.id} definition`);
}

export function filesFromRow(row: TaskRow): StoredTaskFile[] {
  return parseColumn(z.array(StoredTaskFile), row.files, `tasks ${row.id} files`);
}

export function solutionFromRow(row: TaskRow): TaskSolution | null {
  return parseColumn(TaskSolution.nullable(), row.solution, `tasks ${row.id} solution`);
}
