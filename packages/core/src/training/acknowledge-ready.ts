import { Prisma } from "@deskrl/db";
import type { TrainerMessage } from "@deskrl/protocol";
import type { UnitOfWork } from "../commit.ts";
import type { JobClaim } from "./claim-job.ts";
import { movePhase } from "./move-phase.ts";

type Ready = Extract<TrainerMessage, { type: "ready" }>;

/** The trainer has begun or was restored: `running`, or on the way to what was asked for meanwhile. */
export async function acknowledgeReady(unit: UnitOfWork, claim: JobClaim, message: Ready): Promise<void> {
  const { phase } = claim;
  const patch = {
    plannedSteps: message.plannedSteps,
    step: message.restored?.step ?? 0,
    restored: message.restored ?? Prisma.DbNull,
    startedAt: phase.startedAt ?? unit.now,
    progressAt: unit.now,
  };
  if (phase.state !== "starting") {
    claim.phase = await movePhase(unit, phase, stateOf(phase.state), patch);
    return;
  }
  const running = { ...patch, acknowledgedAt: unit.now, stateReason: null };
  claim.phase =
    phase.desiredState === "finished"
      ? await movePhase(unit, phase, "finishing", patch)
      : await movePhase(unit, phase, "running", running);
}

/** A phase that is on its way to a pause or its end stays so. */
function stateOf(state: string): "running" | "pausing" | "finishing" | "stopping" | "paused" {
  if (state === "pausing" || state === "finishing" || state === "stopping" || state === "paused")
    return state;
  return "running";
}
