import type { PhaseRow } from "@deskrl/db";
import { PhaseDesiredState, PhaseState } from "@deskrl/domain";
import type { UnitOfWork } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { checkWish } from "./check-wish.ts";
import { settlePhase } from "./settle-phase.ts";

/**
 * Writes what is wanted of a phase that this transaction holds, and does at once what needs no trainer for it.
 * @returns the phase, and whether the wish was a new one
 * @throws AppError `conflict`
 */
export async function applyWish(
  ctx: CoreContext,
  unit: UnitOfWork,
  { phase, wish, by }: { phase: PhaseRow; wish: PhaseDesiredState; by: string },
): Promise<{ phase: PhaseRow; changed: boolean }> {
  const state = PhaseState.parse(phase.state);
  const desiredState = PhaseDesiredState.parse(phase.desiredState);
  if (!checkWish({ id: phase.id, state, desiredState }, wish)) return { phase, changed: false };
  const row = await unit.tx.phase.update({
    where: { id: phase.id },
    data: {
      desiredState: wish,
      requestedBy: by,
      requestedAt: unit.now,
      acknowledgedAt: null,
      stateReason: null,
    },
  });
  return { phase: await settlePhase(ctx, unit, row), changed: true };
}
