import { toJsonParameter } from "@deskrl/db";
import { TaskDefinition } from "@deskrl/domain";
import { z } from "zod";
import { commit } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { parseInput } from "../parse-input.ts";

export const AddGeneratedTasksInput = z.object({
  suite: z.object({ name: z.string().min(1), title: z.string().min(1), description: z.string() }),
  tasks: z.array(z.object({ definition: TaskDefinition, domain: z.string().min(1) })),
});
export type AddGeneratedTasksInput = z.input<typeof AddGeneratedTasksInput>;

/** Which of these keys no task of a suite has. */
export async function missingTaskKeys(
  ctx: CoreContext,
  { suite, keys }: { suite: string; keys: readonly string[] },
): Promise<Set<string>> {
  const present = await ctx.db.prisma.task.findMany({
    where: { suite: { name: suite }, key: { in: [...keys] } },
    select: { key: true },
  });
  const known = new Set(present.map(({ key }) => key));
  return new Set(keys.filter((key) => !known.has(key)));
}

/**
 * Adds tasks that a seed makes to a suite, beside those of other seeds, in one statement. They belong to the runs that
 * made them and are offered to no evaluation. Those that are there stay as they are.
 * @returns how many are new
 */
export async function addGeneratedTasks(ctx: CoreContext, input: AddGeneratedTasksInput): Promise<number> {
  const { suite, tasks } = parseInput(AddGeneratedTasksInput, input, "generated tasks");
  const rows = tasks.map(({ definition, domain }) => ({
    id: ctx.newId("task"),
    key: definition.id,
    domain,
    instruction: definition.instruction,
    definition,
  }));
  return commit(ctx, async ({ tx, now }) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('deskrl.suite'), hashtext(${suite.name}))`;
    const { id } = await tx.taskSuite.upsert({
      where: { name: suite.name },
      create: { id: ctx.newId("suite"), ...suite, contentHash: "", createdAt: now, updatedAt: now },
      update: {},
    });
    return tx.$executeRaw`
      INSERT INTO tasks (id, suite_id, key, domain, instruction, feasible, definition, files, retired_at)
      SELECT row.id, ${id}, key, domain, instruction, true, definition, '[]', ${now}::timestamptz
      FROM jsonb_to_recordset(${toJsonParameter(rows)}::jsonb) AS row (
        id text, key text, domain text, instruction text, definition jsonb)
      ON CONFLICT (suite_id, key) DO NOTHING`;
  });
}
