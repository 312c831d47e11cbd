import { phaseFromRow } from "@deskrl/db";
import type { Actor, Phase, PhaseDesiredState } from "@deskrl/domain";
import { recordAudit } from "../access/record-audit.ts";
import { commit } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { applyWish } from "./apply-wish.ts";
import { lockPhase, lockTrainingRun, phaseNotFound } from "./lock-training.ts";

const ACTS: Readonly<Record<PhaseDesiredState, string>> = {
  running: "phase.resume",
  paused: "phase.pause",
  finished: "phase.finish",
  stopped: "phase.stop",
};

/**
 * Asks a phase to go on, to pause, to end early or to stop. What needs the trainer is acknowledged by it; asking for the
 * same again changes nothing, and a stop wins over a pause that is under way.
 * @throws AppError `not_found`, `conflict`
 */
export async function desirePhase(
  ctx: CoreContext,
  { actor, phaseId, state }: { actor: Actor; phaseId: string; state: PhaseDesiredState },
): Promise<Phase> {
  return commit(ctx, async (unit) => {
    const { tx } = unit;
    const known = await tx.phase.findUnique({ where: { id: phaseId }, select: { runId: true } });
    if (!known) throw phaseNotFound(phaseId);
    const run = await lockTrainingRun(tx, known.runId);
    const row = await lockPhase(tx, phaseId);
    if (!row) throw phaseNotFound(phaseId);
    const { phase, changed } = await applyWish(ctx, unit, { phase: row, wish: state, by: actor.name });
    if (!changed) return phaseFromRow(phase);
    await recordAudit(ctx, tx, {
      actor,
      act: ACTS[state],
      subjectId: phaseId,
      details: { run: run.id, kind: row.kind, from: row.state },
    });
    // A phase that goes on in a paused run ends the run's pause; the others stay paused, each by its own wish.
    if (state === "running" && run.desiredState === "paused")
      await tx.run.update({ where: { id: run.id }, data: { desiredState: "running" } });
    return phaseFromRow(phase);
  });
}
