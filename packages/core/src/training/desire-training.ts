import { type Actor, AppError, type RunDesiredState } from "@deskrl/domain";
import { recordAudit } from "../access/record-audit.ts";
import { commit } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { emitRunsChanged } from "../runs/emit-runs-changed.ts";
import { lockBranchPhases } from "./advance-training.ts";
import { applyWish } from "./apply-wish.ts";
import { lockTrainingRun } from "./lock-training.ts";
import { isOpen } from "./plan.ts";

/**
 * Pauses, resumes or stops a whole training run: all its open phases. Those that cannot (one that is about to finish, one
 * that has failed) are left as they are by a pause; a stop reaches every one.
 * @throws AppError `not_found`, `conflict`
 */
export async function desireTraining(
  ctx: CoreContext,
  options: { actor: Actor; id: string; desiredState: RunDesiredState; act: string },
): Promise<void> {
  const { actor, id, desiredState, act } = options;
  await commit(ctx, async (unit) => {
    const { tx } = unit;
    const run = await lockTrainingRun(tx, id);
    const ended = run.state === "finished" || run.state === "stopped";
    if (ended || (run.desiredState === "stopped" && desiredState !== "stopped"))
      throw new AppError("conflict", `The run is ${run.state}; it cannot be ${desiredState} any more.`, {
        where: id,
        fix: "Start a new run.",
      });
    let changed = run.desiredState !== desiredState;
    const branches = await tx.branch.findMany({ where: { runId: id }, orderBy: { id: "asc" } });
    for (const branch of branches)
      for (const phase of await lockBranchPhases(tx, branch.id)) {
        if (!isOpen(phase.state)) continue;
        const leave =
          desiredState !== "stopped" && (phase.state === "failed" || phase.desiredState === "finished");
        if (leave || phase.desiredState === "stopped") continue;
        const wished = await applyWish(ctx, unit, { phase, wish: desiredState, by: actor.name });
        changed ||= wished.changed;
      }
    if (!changed) return;
    await tx.run.update({ where: { id }, data: { desiredState } });
    await recordAudit(ctx, tx, { actor, act, subjectId: id });
    await emitRunsChanged(unit, [id]);
  });
}
