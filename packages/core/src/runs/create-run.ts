import { runFromRow, type Transaction } from "@deskrl/db";
import { type Actor, AppError, PolicyName, type Run, RunSpec } from "@deskrl/domain";
import type { z } from "zod";
import { recordAudit } from "../access/record-audit.ts";
import { commit } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { runChanged } from "../events/builders.ts";
import { parseInput } from "../parse-input.ts";
import { readTemplates } from "../placement/read-templates.ts";
import { emptyCounts } from "./count-runs.ts";

async function chooseTasks(tx: Transaction, spec: RunSpec): Promise<string[]> {
  const suite = await tx.taskSuite.findFirst({ where: { OR: [{ name: spec.suite }, { id: spec.suite }] } });
  if (!suite) {
    const known = await tx.taskSuite.findMany({ select: { name: true }, orderBy: { name: "asc" }, take: 20 });
    throw new AppError("not_found", `There is no task suite called ${spec.suite}.`, {
      where: "suite",
      fix: known.length
        ? `Choose one of: ${known.map((row) => row.name).join(", ")}.`
        : "Import a suite first.",
    });
  }
  const named = spec.tasks;
  const tasks = await tx.task.findMany({
    where: {
      suiteId: suite.id,
      retiredAt: null,
      ...(named.length
        ? { OR: [{ key: { in: named } }, { id: { in: named } }, { domain: { in: named } }] }
        : {}),
    },
    orderBy: { key: "asc" },
    select: { id: true, key: true, domain: true },
  });
  const unknown = named.filter(
    (name) => !tasks.some((task) => [task.id, task.key, task.domain].includes(name)),
  );
  if (unknown.length)
    throw new AppError(
      "invalid_input",
      `The suite ${suite.name} has no task or application ${unknown.join(", ")}.`,
      {
        where: "tasks",
        fix: "Name tasks by their id or by their application, or leave the list empty for all.",
      },
    );
  if (tasks.length === 0)
    throw new AppError("invalid_input", `The suite ${suite.name} has no tasks.`, {
      where: "suite",
      fix: "Import the suite again or choose another.",
    });
  return tasks.map((task) => task.id);
}

async function assertTemplate(tx: Transaction, { template }: RunSpec): Promise<void> {
  const known = (await readTemplates(tx)).map(({ name }) => name);
  if (template === undefined || known.includes(template)) return;
  throw new AppError("not_found", `There is no template of desktops called ${template}.`, {
    where: "template",
    fix: `Choose one of: ${known.join(", ")}.`,
  });
}

/**
 * Asks for a run. Its tasks are fixed here: a later import of the suite changes nothing of it. Episodes are opened by
 * `advanceRuns`.
 * @throws AppError `not_found` for an unknown suite, `invalid_input` for an unknown task
 */
export async function createRun(
  ctx: CoreContext,
  { actor, spec: input }: { actor: Actor; spec: z.input<typeof RunSpec> },
): Promise<Run> {
  const spec = parseInput(RunSpec, input, "new run");
  parseInput(PolicyName, spec.policy, "policy of the new run");
  return commit(ctx, async ({ tx, now, emit }) => {
    await assertTemplate(tx, spec);
    const taskIds = await chooseTasks(tx, spec);
    const id = ctx.newId("run");
    const row = await tx.run.create({
      data: {
        id,
        name: spec.name ?? `${spec.suite} · ${spec.policy}`,
        spec,
        taskIds,
        state: "requested",
        desiredState: "running",
        requestedBy: actor.name,
        createdAt: now,
      },
    });
    const counts = emptyCounts(spec.episodes);
    await recordAudit(ctx, tx, {
      actor,
      act: "run.create",
      subjectId: id,
      details: { name: row.name, suite: spec.suite, policy: spec.policy, episodes: spec.episodes },
    });
    emit(runChanged(row, counts));
    return runFromRow(row, counts);
  });
}
