import type { BranchRow, PhaseRow } from "@deskrl/db";
import { BranchArm, PhaseKind, type PhaseSettings, type PhaseStart, type TrainingSpec } from "@deskrl/domain";
import type { UnitOfWork } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { phaseChanged } from "../events/builders.ts";
import { startOf } from "./plan.ts";

export interface NewPhase {
  branch: BranchRow;
  /** All phases of the branch so far, in order. */
  before: readonly PhaseRow[];
  spec: TrainingSpec;
  kind: PhaseKind;
  by: string;
  /** On top of the run's settings for this kind. */
  settings?: PhaseSettings | undefined;
  start?: PhaseStart | undefined;
  /** `paused` while the run is: it begins when a person resumes it. */
  desiredState?: "running" | "paused";
}

/** The rule of who acts when no person does. */
export const RULE_ACTOR = "deskrl";

/** Adds a phase at the end of a branch. It begins when the one before it has ended. */
export async function appendPhase(ctx: CoreContext, unit: UnitOfWork, phase: NewPhase): Promise<PhaseRow> {
  const { branch, before, spec, kind } = phase;
  const kinds = before.map((row) => PhaseKind.parse(row.kind));
  const row = await unit.tx.phase.create({
    data: {
      id: ctx.newId("phase"),
      runId: branch.runId,
      branchId: branch.id,
      ordinal: before.length,
      kind,
      state: "requested",
      desiredState: phase.desiredState ?? "running",
      settings: { ...spec.settings[kind], ...phase.settings },
      start: phase.start ?? startOf(kind, BranchArm.parse(branch.arm), kinds),
      requestedBy: phase.by,
      requestedAt: unit.now,
      createdAt: unit.now,
    },
  });
  unit.emit(phaseChanged(row));
  return row;
}
