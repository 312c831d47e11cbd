import type { EnvironmentTemplate } from "@deskrl/domain";
import type { CoreContext } from "../context.ts";

/** The row of a desktop that is asked for. */
export function newEnvironment(
  ctx: CoreContext,
  { workerId, spec, now }: { workerId: string; spec: EnvironmentTemplate; now: Date },
) {
  return {
    id: ctx.newId("environment"),
    workerId,
    template: spec.name,
    templateSpec: spec,
    provider: spec.provider,
    state: "requested",
    desiredState: "running",
    width: spec.screen.width,
    height: spec.screen.height,
    createdAt: now,
    updatedAt: now,
  };
}
