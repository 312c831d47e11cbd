import type { PhaseRow, RunRow } from "@deskrl/db";
import { type BranchArm, PhaseKind, type TrainingSpec } from "@deskrl/domain";
import type { UnitOfWork } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { appendPhase, RULE_ACTOR } from "./append-phase.ts";
import { scriptOf } from "./plan.ts";

const ARMS: readonly BranchArm[] = ["entropulse", "continued", "reset"];

/** The first RL phase of a main branch, once it has finished: where the arms begin. */
function firstRl(phases: readonly PhaseRow[]): PhaseRow | undefined {
  const rl = phases.find((row) => row.kind === "rl");
  return rl?.state === "finished" ? rl : undefined;
}

/** Makes the arms of every seed whose first RL phase has finished. The unique key on run, seed and arm makes it safe twice. */
export async function forkBranches(
  ctx: CoreContext,
  unit: UnitOfWork,
  { run, spec }: { run: RunRow; spec: TrainingSpec },
): Promise<boolean> {
  if (!spec.controls || run.desiredState !== "running") return false;
  const { tx, now } = unit;
  let forked = false;
  const mains = await tx.branch.findMany({
    where: { runId: run.id, arm: "main" },
    include: { phases: { orderBy: { ordinal: "asc" } } },
  });
  for (const main of mains) {
    const rl = firstRl(main.phases);
    if (!rl) continue;
    for (const arm of ARMS) {
      const of = { runId: run.id, seed: main.seed, arm };
      if (await tx.branch.findUnique({ where: { runId_seed_arm: of } })) continue;
      const forkStep = rl.startStep + rl.step;
      const branch = await tx.branch.create({
        data: { ...of, id: ctx.newId("branch"), parentId: main.id, forkStep, createdAt: now },
      });
      const kind = PhaseKind.parse(scriptOf(arm, spec)[0]);
      await appendPhase(ctx, unit, { branch, before: [], spec, kind, by: RULE_ACTOR });
      forked = true;
    }
  }
  return forked;
}
