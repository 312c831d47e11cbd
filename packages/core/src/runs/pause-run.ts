import type { Actor, Run } from "@deskrl/domain";
import type { CoreContext } from "../context.ts";
import { desireRun } from "./desire-run.ts";

/**
 * Asks a run to pause: no further episode is admitted from this moment; those in flight finish, and only then is the
 * run `paused`.
 * @throws AppError `not_found`, `conflict` when it has ended
 */
export function pauseRun(ctx: CoreContext, { actor, id }: { actor: Actor; id: string }): Promise<Run> {
  const from = ["requested", "running", "pausing", "paused"] as const;
  return desireRun(ctx, { actor, id, desiredState: "paused", act: "run.pause", from });
}
