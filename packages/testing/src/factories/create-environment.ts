import type { EnvironmentRow } from "@deskrl/db";
import { EnvironmentTemplate, newId } from "@deskrl/domain";
import type { FactoryContext } from "./options.ts";

const TEMPLATE = EnvironmentTemplate.parse({
  name: "office",
  provider: "docker",
  image: "deskrl/desktop:latest",
});

/** A desktop of a worker, ready unless told otherwise. */
export function createEnvironment(
  ctx: FactoryContext,
  { workerId, ...overrides }: Partial<Omit<EnvironmentRow, "templateSpec">> & { workerId: string },
): Promise<EnvironmentRow> {
  const now = ctx.clock();
  return ctx.db.prisma.environment.create({
    data: {
      id: newId("environment"),
      workerId,
      template: TEMPLATE.name,
      templateSpec: TEMPLATE,
      provider: TEMPLATE.provider,
      state: "ready",
      desiredState: "running",
      width: TEMPLATE.screen.width,
      height: TEMPLATE.screen.height,
      createdAt: now,
      updatedAt: now,
      ...overrides,
    },
  });
}
