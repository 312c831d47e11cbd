import { type PhaseRow, Prisma, type Transaction } from "@deskrl/db";
import type { UnitOfWork } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { movePhase } from "./move-phase.ts";

/** Queues the next attempt at a phase; a worker that offers training will lease it. */
export async function queueJob(ctx: CoreContext, unit: UnitOfWork, phase: PhaseRow): Promise<PhaseRow> {
  const { tx, now } = unit;
  const attempt = phase.attempt + 1;
  const before = await tx.trainingJob.count({ where: { phase: { branchId: phase.branchId } } });
  await tx.trainingJob.create({
    data: {
      id: ctx.newId("trainingJob"),
      phaseId: phase.id,
      attempt,
      branchAttempt: before + 1,
      fromStep: phase.checkpointStep ?? 0,
      state: "queued",
      createdAt: now,
    },
  });
  // What was played after the checkpoint is played again, so the phase stands at the checkpoint's step.
  return movePhase(unit, phase, "starting", {
    attempt,
    step: phase.checkpointStep ?? 0,
    progress: Prisma.DbNull,
    progressAt: now,
  });
}

/** The job of a phase that is queued or leased; there is at most one. */
export function openJob(tx: Transaction, phaseId: string) {
  return tx.trainingJob.findFirst({ where: { phaseId, state: { in: ["queued", "leased"] } } });
}

/** Takes a job back that no worker has yet. @returns false when one has it, or there is none */
export async function cancelQueuedJob({ tx, now }: UnitOfWork, phaseId: string): Promise<boolean> {
  const { count } = await tx.trainingJob.updateMany({
    where: { phaseId, state: "queued" },
    data: { state: "cancelled", endedAt: now },
  });
  return count > 0;
}
