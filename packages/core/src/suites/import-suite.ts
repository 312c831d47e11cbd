import { createHash } from "node:crypto";
import { type Transaction, toJsonParameter } from "@deskrl/db";
import { AppError, TaskDefinition, TaskSolution } from "@deskrl/domain";
import { z } from "zod";
import { commit } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { parseInput } from "../parse-input.ts";

export const ImportSuiteInput = z.object({
  name: z.string().min(1).max(120),
  title: z.string().min(1).max(200),
  description: z.string().default(""),
  tasks: z.array(
    z.object({
      definition: TaskDefinition,
      solution: TaskSolution.nullable(),
      /** The application it is about, for filters. */
      domain: z.string().min(1),
      files: z.array(
        z.object({
          name: z.string().min(1),
          bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
        }),
      ),
    }),
  ),
});
export type ImportSuiteInput = z.input<typeof ImportSuiteInput>;
type ParsedSuite = z.output<typeof ImportSuiteInput>;

export interface ImportSuiteResult {
  suiteId: string;
  /** False when the suite was there in exactly this form. */
  changed: boolean;
  /** Tasks in use after the import. */
  tasks: number;
  /** Tasks that an earlier version had; their episodes keep them. */
  retired: number;
}

const MEDIA_TYPE = "application/octet-stream";

async function storeTasks(ctx: CoreContext, suite: ParsedSuite) {
  const stored = [];
  for (const { definition, solution, domain, files } of suite.tasks) {
    const hashed = [];
    for (const { name, bytes } of files) hashed.push({ name, hash: await ctx.blobs.put(bytes, MEDIA_TYPE) });
    const functions = [definition.evaluator.func].flat();
    stored.push({
      key: definition.id,
      domain,
      instruction: definition.instruction,
      feasible: !functions.includes("infeasible"),
      definition: JSON.parse(JSON.stringify(definition)),
      files: hashed,
      solution,
    });
  }
  return stored.sort((a, b) => (a.key < b.key ? -1 : 1));
}
type StoredTask = Awaited<ReturnType<typeof storeTasks>>[number];

function assertDistinct(tasks: readonly StoredTask[]): void {
  const twice = tasks.find((task, index) => tasks[index + 1]?.key === task.key);
  if (twice)
    throw new AppError("task_malformed", `Two tasks of the suite have the id ${twice.key}.`, {
      where: "import of a suite",
      fix: "Give each task an id of its own.",
    });
}

/** All in one statement: a suite of hundreds of tasks is not hundreds of round trips. */
async function upsertTasks(
  ctx: CoreContext,
  tx: Transaction,
  { suiteId, tasks }: { suiteId: string; tasks: readonly StoredTask[] },
): Promise<void> {
  const rows = tasks.map((task) => ({ id: ctx.newId("task"), ...task }));
  await tx.$executeRaw`
    INSERT INTO tasks (id, suite_id, key, domain, instruction, feasible, definition, files, solution)
    SELECT row.id, ${suiteId}, key, domain, instruction, feasible, definition, files, solution
    FROM jsonb_to_recordset(${toJsonParameter(rows)}::jsonb) AS row (
      id text, key text, domain text, instruction text, feasible boolean, definition jsonb, files jsonb, solution jsonb)
    ON CONFLICT (suite_id, key) DO UPDATE SET
      domain = excluded.domain, instruction = excluded.instruction, feasible = excluded.feasible,
      definition = excluded.definition, files = excluded.files, solution = excluded.solution, retired_at = NULL`;
}

/**
 * Brings a suite into the database, its input files into the blob store. The same content again changes nothing; tasks
 * that a new version no longer has are retired, not deleted, since episodes refer to them.
 * @throws AppError `invalid_input`, `task_malformed` for two tasks with one id
 */
export async function importSuite(ctx: CoreContext, options: ImportSuiteInput): Promise<ImportSuiteResult> {
  const suite = parseInput(ImportSuiteInput, options, `suite ${options.name}`);
  const tasks = await storeTasks(ctx, suite);
  assertDistinct(tasks);
  const { name, title, description } = suite;
  const contentHash = createHash("sha256")
    .update(JSON.stringify([title, description, tasks]))
    .digest("hex");
  return commit(ctx, async ({ tx, now, emit }) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('deskrl.suite'), hashtext(${name}))`;
    const known = await tx.taskSuite.findUnique({ where: { name } });
    if (known?.contentHash === contentHash)
      return { suiteId: known.id, changed: false, tasks: tasks.length, retired: 0 };
    const row = await tx.taskSuite.upsert({
      where: { name },
      create: {
        id: ctx.newId("suite"),
        name,
        title,
        description,
        contentHash,
        createdAt: now,
        updatedAt: now,
      },
      update: { title, description, contentHash, updatedAt: now },
    });
    await upsertTasks(ctx, tx, { suiteId: row.id, tasks });
    const { count: retired } = await tx.task.updateMany({
      where: { suiteId: row.id, retiredAt: null, key: { notIn: tasks.map((task) => task.key) } },
      data: { retiredAt: now },
    });
    const payload = { name, title, tasks: tasks.length };
    emit({ type: "suite:changed", subjectId: row.id, runId: null, payload });
    return { suiteId: row.id, changed: true, tasks: tasks.length, retired };
  });
}
