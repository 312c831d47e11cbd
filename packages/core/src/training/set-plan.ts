import { trainingSpecFromRow } from "@deskrl/db";
import { type Actor, AppError, type Run, TrainingSpec } from "@deskrl/domain";
import { recordAudit } from "../access/record-audit.ts";
import { commit } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { emitRunsChanged } from "../runs/emit-runs-changed.ts";
import { getRun } from "../runs/get-run.ts";
import { lockTrainingRun } from "./lock-training.ts";

/**
 * Switches between pressing the buttons oneself and by rule. Phases that are there stay; only what follows is decided
 * anew.
 * @throws AppError `not_found`, `conflict` for a run that has ended or has controls
 */
export async function setPlan(
  ctx: CoreContext,
  { actor, id, plan }: { actor: Actor; id: string; plan: TrainingSpec["plan"] },
): Promise<Run> {
  await commit(ctx, async (unit) => {
    const run = await lockTrainingRun(unit.tx, id);
    const spec = trainingSpecFromRow(run);
    if (spec.plan === plan) return;
    const ended = run.state === "finished" || run.state === "stopped";
    if (ended || spec.controls)
      throw new AppError(
        "conflict",
        ended ? `The run is ${run.state}.` : "The arms of a run with controls go by rule.",
        {
          where: id,
          fix: ended ? "Start a new run." : "Stop the run, or let its arms end before you judge them.",
        },
      );
    await unit.tx.run.update({ where: { id }, data: { training: TrainingSpec.parse({ ...spec, plan }) } });
    await recordAudit(ctx, unit.tx, { actor, act: "training.plan", subjectId: id, details: { plan } });
    await emitRunsChanged(unit, [id]);
  });
  return getRun(ctx, { id });
}
