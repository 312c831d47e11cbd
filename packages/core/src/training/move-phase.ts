import { type PhaseRow, Prisma } from "@deskrl/db";
import { canTransition, PHASE_TRANSITIONS, PhaseState } from "@deskrl/domain";
import type { UnitOfWork } from "../commit.ts";
import { phaseChanged } from "../events/builders.ts";
import { beginSpan, endSpan } from "./phase-spans.ts";

export type PhasePatch = Omit<Prisma.PhaseUncheckedUpdateInput, "state">;

const WORKING: readonly string[] = ["running", "pausing", "finishing"];

/**
 * Moves a phase that this transaction holds to another state, with its working time, and tells of it.
 * @throws Error when the table does not allow it: the caller decides on a row it has not locked, which is a bug
 */
export async function movePhase(
  unit: UnitOfWork,
  phase: PhaseRow,
  to: PhaseState,
  patch: PhasePatch = {},
): Promise<PhaseRow> {
  const from = PhaseState.parse(phase.state);
  if (from !== to && !canTransition(PHASE_TRANSITIONS, from, to))
    throw new Error(`A phase cannot go from ${from} to ${to} (${phase.id}).`);
  const ended = to === "finished" || to === "ended_short" || to === "stopped";
  const row = await unit.tx.phase.update({
    where: { id: phase.id },
    data: { state: to, ...(ended ? { finishedAt: unit.now, progress: Prisma.DbNull } : {}), ...patch },
  });
  const worked = WORKING.includes(from);
  const works = WORKING.includes(to);
  if (works && !worked) await beginSpan(unit, row);
  if (worked && !works) await endSpan(unit, row);
  unit.emit(phaseChanged(row));
  return row;
}
