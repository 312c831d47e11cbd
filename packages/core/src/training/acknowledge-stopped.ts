import { AppError } from "@deskrl/domain";
import type { UnitOfWork } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { failClaim } from "./acknowledge-failed.ts";
import type { JobClaim } from "./claim-job.ts";
import { endJob } from "./end-job.ts";
import { movePhase } from "./move-phase.ts";

/** The trainer has ended without a result. When nobody asked for that, it is a failure like any other. */
export async function acknowledgeStopped(ctx: CoreContext, unit: UnitOfWork, claim: JobClaim): Promise<void> {
  const { phase } = claim;
  if (phase.desiredState !== "stopped") {
    const error = new AppError("trainer_failed", "The trainer ended although nobody had asked it to.");
    await failClaim(ctx, unit, claim, error);
    return;
  }
  claim.job = await endJob(unit, claim.job.id, "ended");
  claim.phase = await movePhase(unit, phase, "stopped", { acknowledgedAt: unit.now });
}
