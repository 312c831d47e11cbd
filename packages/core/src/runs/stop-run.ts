import type { Actor, Run } from "@deskrl/domain";
import type { CoreContext } from "../context.ts";
import { desireRun } from "./desire-run.ts";

/**
 * Asks a run to end: queued episodes are cancelled, those in flight are told to stop, and what they recorded stays.
 * @throws AppError `not_found`, `conflict` when it has ended
 */
export function stopRun(ctx: CoreContext, { actor, id }: { actor: Actor; id: string }): Promise<Run> {
  const from = ["requested", "running", "pausing", "paused", "stopping"] as const;
  return desireRun(ctx, { actor, id, desiredState: "stopped", act: "run.stop", from });
}
