import { runFromRow } from "@deskrl/db";
import { type Actor, type Run, RunSpec, TrainingSpec } from "@deskrl/domain";
import type { z } from "zod";
import { recordAudit } from "../access/record-audit.ts";
import { commit } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { runChanged } from "../events/builders.ts";
import { parseInput } from "../parse-input.ts";
import { emptyCounts } from "../runs/count-runs.ts";
import { appendPhase } from "./append-phase.ts";

/** Suite that training runs take their tasks from. */
export const TRAINING_SUITE = "office-gen";

/** Seeds that are named twice would be one branch twice. */
const NewTraining = TrainingSpec.refine((spec) => new Set(spec.seeds).size === spec.seeds.length, {
  path: ["seeds"],
  error: "each seed may be named once",
});
export type NewTraining = z.input<typeof TrainingSpec>;

/**
 * Asks for a training run: a `main` branch for each seed, each with its first phase. `advanceTraining` does the rest.
 * Settings of phases are checked against their catalog by the caller, who has it.
 * @throws AppError `invalid_input`
 */
export async function createTraining(
  ctx: CoreContext,
  { actor, spec: input }: { actor: Actor; spec: NewTraining },
): Promise<Run> {
  const parsed = parseInput(NewTraining, input, "new training run");
  // Arms are carried out by rule, all of them to their end, before anybody asks which is best.
  const spec: TrainingSpec = parsed.controls ? { ...parsed, plan: "automatic" } : parsed;
  return commit(ctx, async (unit) => {
    const { tx, now, emit } = unit;
    const id = ctx.newId("run");
    const name = spec.name ?? `${TRAINING_SUITE} · ${spec.controls ? "with controls" : spec.plan}`;
    const row = await tx.run.create({
      data: {
        id,
        name,
        kind: "training",
        training: spec,
        spec: RunSpec.parse({
          ...{ name, suite: TRAINING_SUITE, policy: "embedded", episodes: 1, desktops: 1 },
          ...{ priority: spec.priority, workers: spec.workers, labels: spec.labels },
        }),
        taskIds: [],
        state: "requested",
        desiredState: "running",
        requestedBy: actor.name,
        createdAt: now,
      },
    });
    for (const seed of spec.seeds) {
      const branch = await tx.branch.create({
        data: { id: ctx.newId("branch"), runId: id, seed, arm: "main", createdAt: now },
      });
      await appendPhase(ctx, unit, { branch, before: [], spec, kind: "bc", by: actor.name });
    }
    const { plan, controls, actionSpace } = spec;
    const details = { name, plan, controls, actionSpace, seeds: spec.seeds.join(", ") };
    await recordAudit(ctx, tx, { actor, act: "training.create", subjectId: id, details });
    const counts = emptyCounts(0);
    emit(runChanged(row, counts));
    return runFromRow(row, counts);
  });
}
