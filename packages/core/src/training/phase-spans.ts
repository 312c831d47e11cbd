import type { PhaseRow } from "@deskrl/db";
import type { UnitOfWork } from "../commit.ts";

/** Begins a span of working time, at the step the phase stands at. */
export async function beginSpan({ tx, now }: UnitOfWork, phase: PhaseRow): Promise<void> {
  const number = 1 + (await tx.phaseSpan.count({ where: { phaseId: phase.id } }));
  await tx.phaseSpan.create({
    data: { phaseId: phase.id, number, attempt: phase.attempt, fromAt: now, fromStep: phase.step },
  });
}

/** Ends the open span of a phase, if there is one. */
export async function endSpan({ tx, now }: UnitOfWork, phase: PhaseRow): Promise<void> {
  await tx.phaseSpan.updateMany({
    where: { phaseId: phase.id, toAt: null },
    data: { toAt: now, toStep: phase.step, endedBy: phase.state },
  });
}
