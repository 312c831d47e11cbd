import type { PhaseRow } from "@deskrl/db";
import { type AppError, PhaseDesiredState } from "@deskrl/domain";
import type { UnitOfWork } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { endJob } from "./end-job.ts";
import { movePhase } from "./move-phase.ts";
import { queueJob } from "./queue-job.ts";

/** Attempts in a row that may fail without any progress before a person is asked. */
export const MAX_RETRIES = 3;

/** What the machinery breaks may go well next time; what lies in the numbers or the input will not. */
function isWorthRetrying(error: AppError): boolean {
  return error.status >= 500;
}

/**
 * Ends a job that failed and decides what comes of its phase: the next attempt from the last good checkpoint, `failed`
 * with its reason, or what was wanted of the phase anyway.
 * @param phase locked by this transaction
 */
export async function failJob(
  ctx: CoreContext,
  unit: UnitOfWork,
  { phase, jobId, error }: { phase: PhaseRow; jobId: string; error: AppError },
): Promise<PhaseRow> {
  await endJob(unit, jobId, "failed", error);
  const at = `step ${phase.checkpointStep ?? 0}`;
  switch (PhaseDesiredState.parse(phase.desiredState)) {
    case "stopped":
      return movePhase(unit, phase, "stopped", { acknowledgedAt: unit.now, stateReason: error.message });
    case "paused": {
      const stateReason = `${error.message} It goes on from ${at} when resumed.`;
      const step = phase.checkpointStep ?? 0;
      return movePhase(unit, phase, "paused", { acknowledgedAt: unit.now, stateReason, step });
    }
    case "running":
    case "finished":
  }
  const stateReason = `${error.code}: ${error.message}`;
  if (!isWorthRetrying(error)) return movePhase(unit, phase, "failed", { stateReason });
  const failures = await unit.tx.trainingJob.count({
    where: {
      phaseId: phase.id,
      state: "failed",
      fromStep: phase.checkpointStep ?? 0,
      createdAt: { gte: phase.requestedAt },
    },
  });
  if (failures > MAX_RETRIES) {
    const tries = `${failures} attempts in a row made no progress from ${at}`;
    return movePhase(unit, phase, "failed", { stateReason: `${stateReason} (${tries})` });
  }
  const next = await queueJob(ctx, unit, phase);
  return movePhase(unit, next, "starting", { stateReason: `${stateReason} Trying again from ${at}.` });
}
