import { type PhaseRow, phaseFromRow, trainingSpecFromRow } from "@deskrl/db";
import {
  type Actor,
  AppError,
  PHASE_WORDS,
  type Phase,
  PhaseKind,
  type PhaseSettings,
  type PhaseStart,
} from "@deskrl/domain";
import { recordAudit } from "../access/record-audit.ts";
import { commit, type UnitOfWork } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { lockBranchPhases } from "./advance-training.ts";
import { appendPhase } from "./append-phase.ts";
import { applyWish } from "./apply-wish.ts";
import { lockTrainingRun } from "./lock-training.ts";
import { isOpen } from "./plan.ts";

export interface PhaseRequest {
  branchId: string;
  kind: Extract<PhaseKind, "entropulse" | "rl">;
  settings?: PhaseSettings | undefined;
  start?: PhaseStart | undefined;
  /** Ask the phase at work to finish, so that this one begins soon; else it begins when that one ends by itself. */
  endCurrent: boolean;
}

/**
 * Adds a phase to a branch for whoever asks, a person or the rule. When one of its kind already waits or has just begun
 * behind the same phase, that is the one: asking twice is one request.
 */
export async function requestPhase(
  ctx: CoreContext,
  unit: UnitOfWork,
  { branchId, kind, endCurrent, by, ...rest }: PhaseRequest & { by: string },
): Promise<{ phase: PhaseRow; added: boolean }> {
  const { tx } = unit;
  const branch = await tx.branch.findUnique({ where: { id: branchId } });
  if (!branch) throw branchNotFound(branchId);
  const run = await lockTrainingRun(tx, branch.runId);
  const ended = run.desiredState === "stopped" || run.state === "stopped" || run.state === "finished";
  const spec = trainingSpecFromRow(run);
  if (spec.controls)
    throw new AppError("conflict", "The arms of a run with controls go by rule.", {
      where: branchId,
      fix: "A phase pressed by hand would spoil the comparison: start another run for it.",
    });
  const phases = await lockBranchPhases(tx, branchId);
  const last = phases.at(-1);
  if (ended || last?.state === "stopped" || last?.desiredState === "stopped")
    throw new AppError(
      "conflict",
      `The ${ended ? "run" : "branch"} has ended; nothing can be started in it any more.`,
      {
        where: branchId,
        fix: "Start a new run.",
      },
    );
  const current = phases.find((row) => isOpen(row.state));
  const requested = phases.find(
    (row) => row.kind === kind && isOpen(row.state) && (row !== current || answers(row, kind)),
  );
  if (!requested && current?.state === "failed")
    throw new AppError(
      "conflict",
      `The ${PHASE_WORDS[PhaseKind.parse(current.kind)]} phase of this branch has failed; nothing can follow it.`,
      {
        where: current.id,
        fix: "Resume it from its last checkpoint, or stop it.",
      },
    );
  const added = requested
    ? undefined
    : await appendPhase(ctx, unit, {
        ...rest,
        branch,
        before: phases,
        spec,
        kind,
        by,
      });
  const phase = requested ?? added;
  if (!phase) throw new Error("a phase is either there or added");
  if (endCurrent && current && current !== requested && current.desiredState !== "finished")
    await endIfBegun(ctx, unit, current, by);
  return { phase, added: added !== undefined };
}

/** Whether the phase at work is what is asked for: an Entropulse always, an RL phase only while it has not begun. */
function answers(current: PhaseRow, kind: PhaseRequest["kind"]): boolean {
  return kind === "entropulse" || current.attempt === 0 || current.state === "starting";
}

async function endIfBegun(ctx: CoreContext, unit: UnitOfWork, current: PhaseRow, by: string): Promise<void> {
  // What has not begun has nothing to finish: it keeps its turn.
  if (current.state === "requested" || current.attempt === 0) return;
  await applyWish(ctx, unit, { phase: current, wish: "finished", by });
}

export function branchNotFound(id: string): AppError {
  return new AppError("not_found", `There is no branch ${id}.`, {
    where: "branches",
    fix: "Go back to the run and choose a branch.",
  });
}

/** `requestPhase` as an act of a person. */
export async function requestPhaseAs(
  ctx: CoreContext,
  { actor, act, request }: { actor: Actor; act: string; request: PhaseRequest },
): Promise<Phase> {
  return commit(ctx, async (unit) => {
    const { phase, added } = await requestPhase(ctx, unit, { ...request, by: actor.name });
    if (added)
      await recordAudit(ctx, unit.tx, {
        actor,
        act,
        subjectId: phase.id,
        details: { run: phase.runId, branch: phase.branchId, endCurrent: request.endCurrent },
      });
    return phaseFromRow(phase);
  });
}
