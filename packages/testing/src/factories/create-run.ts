import type { RunRow } from "@deskrl/db";
import { newId, RunSpec } from "@deskrl/domain";
import type { z } from "zod";
import type { CreatedSuite } from "./create-suite.ts";
import type { FactoryContext } from "./options.ts";

export interface RunOverrides extends Partial<Omit<RunRow, "spec" | "training">> {
  spec?: Partial<z.input<typeof RunSpec>>;
}

/** A run over a suite, running unless told otherwise, without episodes. */
export function createRunRow(
  ctx: FactoryContext,
  { suite, tasks }: CreatedSuite,
  { spec, ...overrides }: RunOverrides = {},
): Promise<RunRow> {
  const now = ctx.clock();
  return ctx.db.prisma.run.create({
    data: {
      id: newId("run"),
      name: suite.name,
      spec: RunSpec.parse({ suite: suite.name, policy: "oracle", episodes: tasks.length, ...spec }),
      taskIds: tasks.map((task) => task.id),
      state: "running",
      desiredState: "running",
      requestedBy: "tester",
      createdAt: now,
      startedAt: now,
      ...overrides,
    },
  });
}
