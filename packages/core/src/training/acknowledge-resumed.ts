import type { UnitOfWork } from "../commit.ts";
import type { JobClaim } from "./claim-job.ts";
import { movePhase } from "./move-phase.ts";

/** A trainer that had stayed alive goes on, at the very step. */
export async function acknowledgeResumed(unit: UnitOfWork, claim: JobClaim): Promise<void> {
  if (claim.phase.state !== "starting") return;
  const patch = { progressAt: unit.now };
  claim.phase =
    claim.phase.desiredState === "finished"
      ? await movePhase(unit, claim.phase, "finishing", patch)
      : await movePhase(unit, claim.phase, "running", {
          ...patch,
          acknowledgedAt: unit.now,
          stateReason: null,
        });
}
