import type { PoolReport } from "@deskrl/protocol";
import type { UnitOfWork } from "../commit.ts";
import { acknowledgeCheckpoint } from "./acknowledge-checkpoint.ts";
import type { JobClaim } from "./claim-job.ts";
import { endJob } from "./end-job.ts";
import { movePhase } from "./move-phase.ts";

export interface FinishedMessage {
  step: number;
  /** The last checkpoint's blob. */
  hash: string;
  /** Blob of the successes of an RL phase. */
  pool: string | null;
  poolReport: PoolReport | null;
  evaluation: Record<string, number> | null;
}

/**
 * The trainer has ended. The phase is `finished` only when all that was planned was done, or a person asked for an early
 * end; else it has `ended_short`, with both numbers.
 */
export async function acknowledgeFinished(
  unit: UnitOfWork,
  claim: JobClaim,
  message: FinishedMessage,
): Promise<void> {
  const { step, hash, pool, poolReport, evaluation } = message;
  await acknowledgeCheckpoint(unit, claim, { step, hash });
  const { state } = claim.phase;
  // It ended while a pause or a resume was on its way to it.
  if (state === "starting" || state === "pausing")
    claim.phase = await movePhase(unit, claim.phase, "finishing");
  const { phase } = claim;
  claim.job = await endJob(unit, claim.job.id, "ended");
  const report = { ...(poolReport ? { pool: poolReport } : {}), ...(evaluation ? { evaluation } : {}) };
  // The end answers what was asked last, unless that has its answer: a start was acknowledged when it began.
  const acknowledgedAt = phase.acknowledgedAt ?? unit.now;
  const patch = { step, pool, acknowledgedAt, report };
  if (phase.desiredState === "stopped") {
    const reason = "It ended by itself before the stop reached it.";
    claim.phase = await movePhase(unit, phase, "stopped", { ...patch, stateReason: reason });
    return;
  }
  const planned = phase.plannedSteps;
  const numbers = `${step} of ${planned} planned steps`;
  const whole = planned !== null && step >= planned;
  const asked = phase.desiredState === "finished";
  const to = whole || asked ? "finished" : "ended_short";
  const stateReason = whole
    ? null
    : asked
      ? `Ended early as asked, after ${numbers}.`
      : `Ended short: ${numbers}.`;
  claim.phase = await movePhase(unit, phase, to, { ...patch, stateReason });
}
