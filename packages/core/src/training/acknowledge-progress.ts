import type { UnitOfWork } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { phaseChanged } from "../events/builders.ts";
import type { JobClaim } from "./claim-job.ts";
import { movePhase } from "./move-phase.ts";
import { isDue } from "./throttle.ts";

/** Time between two events that say only how far a phase has come. */
const PROGRESS_EVENT_MS = 500;

export interface Progress {
  /** Steps of the phase that are done, when a report says so. */
  step?: number;
  /** How far the unit of work at hand has come; a report leaves it out. */
  progress: { done: number; total: number; what: string } | null;
}

/**
 * A sign of life: a stored report, or progress inside a unit of work. A trainer that reports is running, so a resume
 * that needed no new trainer is acknowledged by it.
 */
export async function acknowledgeProgress(
  ctx: CoreContext,
  unit: UnitOfWork,
  claim: JobClaim,
  { step, progress }: Progress,
): Promise<void> {
  const patch = {
    progressAt: unit.now,
    ...(progress ? { progress } : {}),
    ...(step === undefined ? {} : { step }),
  };
  const { phase } = claim;
  // Progress without a step may come from a new trainer that still prepares: nothing of it is restored yet.
  const reported = step !== undefined;
  if (reported && phase.state === "starting" && phase.startedAt && phase.desiredState === "running") {
    claim.phase = await movePhase(unit, phase, "running", {
      ...patch,
      acknowledgedAt: unit.now,
      stateReason: null,
    });
    return;
  }
  claim.phase = await unit.tx.phase.update({ where: { id: phase.id }, data: patch });
  if (isDue(ctx, `phase ${phase.id}`, PROGRESS_EVENT_MS)) unit.emit(phaseChanged(claim.phase));
}
