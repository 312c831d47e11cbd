import { isDeepStrictEqual } from "node:util";
import { trainingSpecFromRow } from "@deskrl/db";
import { type Actor, AppError, idSchema, type Run, TrainingSpec } from "@deskrl/domain";
import { z } from "zod";
import { recordAudit } from "../access/record-audit.ts";
import { commit } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { emitRunsChanged } from "../runs/emit-runs-changed.ts";
import { getRun } from "../runs/get-run.ts";
import { lockTrainingRun } from "./lock-training.ts";

/** What is left out stays as it is. */
export const SetPlanInput = z.object({
  id: idSchema("run"),
  plan: TrainingSpec.shape.plan.removeDefault().optional(),
  /** Of each RL phase that the plan adds from now on; checked against the catalog by the caller. */
  updates: z.number().optional(),
  /** Whether the automatic plan ends an RL phase as soon as the evidence suggests Entropulse. */
  autoEntropulse: z.boolean().optional(),
});
export type SetPlanInput = z.infer<typeof SetPlanInput>;

/**
 * Changes what follows by rule: whether anything does, how long its RL phases are, and whether evidence may end one.
 * Phases that are there stay as they are; only what follows is decided anew.
 * @throws AppError `not_found`, `conflict` for a run that has ended or has controls
 */
export async function setPlan(
  ctx: CoreContext,
  { actor, id, ...wish }: SetPlanInput & { actor: Actor },
): Promise<Run> {
  await commit(ctx, async (unit) => {
    const run = await lockTrainingRun(unit.tx, id);
    const spec = trainingSpecFromRow(run);
    const planned = withWish(spec, wish);
    if (isDeepStrictEqual(planned, spec)) return;
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
    await unit.tx.run.update({ where: { id }, data: { training: planned } });
    const details = { ...wishOf(planned), before: JSON.stringify(wishOf(spec)) };
    await recordAudit(ctx, unit.tx, { actor, act: "training.plan", subjectId: id, details });
    await emitRunsChanged(unit, [id]);
  });
  return getRun(ctx, { id });
}

/** What of a run's spec the plan is. */
function wishOf({ plan, autoEntropulse, settings }: TrainingSpec) {
  return { plan, autoEntropulse, updates: settings.rl.updates ?? null };
}

function withWish(spec: TrainingSpec, { updates, ...wish }: Omit<SetPlanInput, "id">): TrainingSpec {
  const { settings } = spec;
  const rl = updates === undefined ? settings.rl : { ...settings.rl, updates };
  return TrainingSpec.parse({ ...spec, ...wish, settings: { ...settings, rl } });
}
