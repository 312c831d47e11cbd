import type { Actor, Run } from "@deskrl/domain";
import type { CoreContext } from "../context.ts";
import { desireRun } from "./desire-run.ts";

/** Asks a paused or pausing run to go on. @throws AppError `not_found`, `conflict` when it has ended */
export function resumeRun(ctx: CoreContext, { actor, id }: { actor: Actor; id: string }): Promise<Run> {
  const from = ["requested", "running", "pausing", "paused"] as const;
  return desireRun(ctx, { actor, id, desiredState: "running", act: "run.resume", from });
}
