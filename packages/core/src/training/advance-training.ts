import {
  type BranchRow,
  type PhaseRow,
  type RunRow,
  type Transaction,
  trainingSpecFromRow,
} from "@deskrl/db";
import { BranchArm, PhaseKind, PhaseState, type TrainingSpec } from "@deskrl/domain";
import { commit, type UnitOfWork } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { appendPhase, RULE_ACTOR } from "./append-phase.ts";
import { endBySuggestion } from "./end-by-suggestion.ts";
import { forkBranches } from "./fork-branches.ts";
import { startStepOf } from "./lineage.ts";
import { movePhase } from "./move-phase.ts";
import { moveRun } from "./move-run.ts";
import { isOpen, letsNextBegin, scriptOf, upcomingKinds } from "./plan.ts";
import { queueJob } from "./queue-job.ts";
import { settlePhase } from "./settle-phase.ts";

/**
 * Moves one training run as far as it can go now: phases whose turn has come begin, the plan's next phase is added, the
 * arms are forked, and the run's state follows. Idempotent; does nothing while another process is at it.
 * @returns whether anything changed
 */
export async function advanceTrainingRun(ctx: CoreContext, id: string): Promise<boolean> {
  return commit(ctx, async (unit) => {
    const run = await tryLock(unit.tx, id);
    if (!run) return false;
    const spec = trainingSpecFromRow(run);
    let changed = false;
    for (const branch of await unit.tx.branch.findMany({ where: { runId: id }, orderBy: { id: "asc" } }))
      changed = (await advanceBranch(ctx, unit, { run, spec, branch })) || changed;
    changed = (await forkBranches(ctx, unit, { run, spec })) || changed;
    return (await moveRun(unit, { run, spec })) || changed;
  });
}

async function tryLock(tx: Transaction, id: string): Promise<RunRow | null> {
  const locked = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM runs WHERE id = ${id} AND kind = 'training' FOR NO KEY UPDATE SKIP LOCKED`;
  return locked.length === 0 ? null : tx.run.findUnique({ where: { id } });
}

/** The phases of a branch in their order, held by this transaction. */
export async function lockBranchPhases(tx: Transaction, branchId: string): Promise<PhaseRow[]> {
  await tx.$executeRaw`SELECT 1 FROM phases WHERE branch_id = ${branchId} ORDER BY ordinal FOR NO KEY UPDATE`;
  return tx.phase.findMany({ where: { branchId }, orderBy: { ordinal: "asc" } });
}

async function advanceBranch(
  ctx: CoreContext,
  unit: UnitOfWork,
  { run, spec, branch }: { run: RunRow; spec: TrainingSpec; branch: BranchRow },
): Promise<boolean> {
  if (run.desiredState === "paused") return false;
  const phases = await lockBranchPhases(unit.tx, branch.id);
  const open = phases.filter((row) => isOpen(row.state));
  const first = open[0];
  if (first) {
    const moved = await advancePhase(ctx, unit, first, phases[phases.indexOf(first) - 1]);
    return moved || endBySuggestion(ctx, unit, { spec, branch, phases, phase: first });
  }
  const last = phases.at(-1);
  if (run.desiredState !== "running" || (last && !letsNextBegin(PhaseState.parse(last.state)))) return false;
  // A phase that ended short is not what the plan builds on: a person decides.
  if (last?.state === "ended_short") return false;
  const script = scriptOf(BranchArm.parse(branch.arm), spec);
  const done = phases.map((row) => PhaseKind.parse(row.kind));
  const kind = upcomingKinds(script, done)[0];
  if (!kind) return false;
  const added = await appendPhase(ctx, unit, { branch, before: phases, spec, kind, by: RULE_ACTOR });
  await advancePhase(ctx, unit, added, last);
  return true;
}

async function advancePhase(
  ctx: CoreContext,
  unit: UnitOfWork,
  phase: PhaseRow,
  before: PhaseRow | undefined,
): Promise<boolean> {
  if (before && before.state === "stopped") {
    const stateReason = "The phase before it was stopped, which ends the branch.";
    await movePhase(unit, phase, "stopped", { desiredState: "stopped", stateReason });
    return true;
  }
  if (phase.state === "requested" && phase.desiredState === "running") {
    const startStep = await startStepOf(unit.tx, phase);
    await queueJob(ctx, unit, await unit.tx.phase.update({ where: { id: phase.id }, data: { startStep } }));
    return true;
  }
  // Only a person starts a failed phase again.
  if (phase.state === "failed") return false;
  return (await settlePhase(ctx, unit, phase)).state !== phase.state;
}
