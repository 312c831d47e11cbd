import type { PhaseRow } from "@deskrl/db";
import { canTransition, PHASE_TRANSITIONS, PhaseDesiredState, PhaseState } from "@deskrl/domain";
import type { UnitOfWork } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { movePhase } from "./move-phase.ts";
import { cancelQueuedJob, openJob, queueJob } from "./queue-job.ts";

/**
 * Brings a phase as far towards what is wanted of it as can be done without its trainer. What needs the trainer becomes
 * `pausing`, `finishing` or `stopping` and waits for its acknowledgement. Doing it twice changes nothing.
 */
export async function settlePhase(ctx: CoreContext, unit: UnitOfWork, phase: PhaseRow): Promise<PhaseRow> {
  switch (PhaseDesiredState.parse(phase.desiredState)) {
    case "paused":
      return settlePaused(unit, phase);
    case "running":
      return settleRunning(ctx, unit, phase);
    case "finished":
      return settleFinished(ctx, unit, phase);
    case "stopped":
      return settleStopped(unit, phase);
  }
}

async function settlePaused(unit: UnitOfWork, phase: PhaseRow): Promise<PhaseRow> {
  const acknowledged = { acknowledgedAt: unit.now };
  switch (PhaseState.parse(phase.state)) {
    case "requested":
      return movePhase(unit, phase, "paused", acknowledged);
    case "starting": {
      const waits = (await cancelQueuedJob(unit, phase.id)) || !(await openJob(unit.tx, phase.id));
      return waits ? movePhase(unit, phase, "paused", acknowledged) : movePhase(unit, phase, "pausing");
    }
    case "running":
      return movePhase(unit, phase, "pausing");
    default:
      return phase;
  }
}

async function settleRunning(ctx: CoreContext, unit: UnitOfWork, phase: PhaseRow): Promise<PhaseRow> {
  const state = PhaseState.parse(phase.state);
  if (state === "pausing") return movePhase(unit, phase, "starting");
  if (state === "paused" && phase.attempt === 0) return movePhase(unit, phase, "requested");
  if (state !== "paused" && state !== "failed") return phase;
  const job = await openJob(unit.tx, phase.id);
  if (job) return movePhase(unit, phase, "starting", { progressAt: unit.now });
  return queueJob(ctx, unit, await dropBrokenCheckpoint(unit, phase));
}

/**
 * A checkpoint that no trainer can read is of no use: a person who resumes the phase all the same begins it anew, which
 * the same seed makes the same.
 */
async function dropBrokenCheckpoint({ tx }: UnitOfWork, phase: PhaseRow): Promise<PhaseRow> {
  if (phase.state !== "failed" || phase.checkpoint === null) return phase;
  const last = await tx.trainingJob.findFirst({ where: { phaseId: phase.id }, orderBy: { attempt: "desc" } });
  const error = last?.error;
  const broken =
    typeof error === "object" && error !== null && "code" in error && error.code === "checkpoint_invalid";
  if (!broken) return phase;
  const stateReason = `The checkpoint of step ${phase.checkpointStep} cannot be read: the phase begins anew.`;
  return tx.phase.update({
    where: { id: phase.id },
    data: { checkpoint: null, checkpointStep: null, stateReason },
  });
}

/** Only a trainer can end a phase so that the next one can begin with what it learnt. */
async function settleFinished(ctx: CoreContext, unit: UnitOfWork, phase: PhaseRow): Promise<PhaseRow> {
  const state = PhaseState.parse(phase.state);
  if (state === "running" || state === "pausing") return movePhase(unit, phase, "finishing");
  if (state !== "paused") return phase;
  if (!(await openJob(unit.tx, phase.id))) return queueJob(ctx, unit, phase);
  const restarted = await movePhase(unit, phase, "starting", { progressAt: unit.now });
  return movePhase(unit, restarted, "finishing");
}

async function settleStopped(unit: UnitOfWork, phase: PhaseRow): Promise<PhaseRow> {
  const state = PhaseState.parse(phase.state);
  if (state === "stopping" || state === "stopped") return phase;
  await cancelQueuedJob(unit, phase.id);
  const job = await openJob(unit.tx, phase.id);
  if (job && state !== "paused") return movePhase(unit, phase, "stopping");
  if (job)
    // A paused trainer holds nothing that is not in its checkpoint: its lease ends, and its worker ends it.
    await unit.tx.trainingJob.update({
      where: { id: job.id },
      data: { state: "cancelled", leaseExpiresAt: null, endedAt: unit.now },
    });
  const direct = canTransition(PHASE_TRANSITIONS, state, "stopped");
  const held = direct ? phase : await movePhase(unit, phase, "stopping");
  return movePhase(unit, held, "stopped", { acknowledgedAt: unit.now });
}
