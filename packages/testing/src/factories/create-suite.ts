import type { TaskRow, TaskSuiteRow } from "@deskrl/db";
import { newId } from "@deskrl/domain";
import type { FactoryContext } from "./options.ts";

const DOMAINS = ["calc", "writer", "files"] as const;

export interface CreatedSuite {
  suite: TaskSuiteRow;
  /** In the order of their keys. */
  tasks: TaskRow[];
}

/** A suite of small tasks, their applications in turn, each with a solution. */
export async function createSuite(
  ctx: FactoryContext,
  { name = `suite-${newId("suite").slice(-8)}`, tasks = 3 }: { name?: string; tasks?: number } = {},
): Promise<CreatedSuite> {
  const now = ctx.clock();
  const { prisma } = ctx.db;
  const suite = await prisma.taskSuite.create({
    data: { id: newId("suite"), name, title: name, contentHash: "none", createdAt: now, updatedAt: now },
  });
  const rows = await prisma.task.createManyAndReturn({
    data: Array.from({ length: tasks }, (_, index) => {
      const key = `task-${String(index).padStart(3, "0")}`;
      const instruction = `Write ${index} into cell A1.`;
      return {
        id: newId("task"),
        suiteId: suite.id,
        key,
        domain: DOMAINS[index % DOMAINS.length] ?? "calc",
        instruction,
        feasible: true,
        definition: {
          id: key,
          instruction,
          config: [],
          related_apps: [],
          evaluator: { func: "exact_match" },
        },
        solution: {
          oracle: ["Agent.exit(success=True)"],
          nearMiss: ["Agent.wait()"],
          nearMissFault: "waits",
        },
      };
    }),
  });
  return { suite, tasks: rows.sort((a, b) => (a.key < b.key ? -1 : 1)) };
}
