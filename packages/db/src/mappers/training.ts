import { Phase, TrainingBranch, TrainingSpec } from "@deskrl/domain";
import { parseColumn } from "./parse-column.ts";
import type { BranchRow, PhaseRow, RunRow } from "./rows.ts";

export function phaseFromRow(row: PhaseRow): Phase {
  return parseColumn(Phase, row, `phases ${row.id}`);
}

export function branchFromRow(row: BranchRow): TrainingBranch {
  return parseColumn(TrainingBranch, row, `branches ${row.id}`);
}

/** The plan of a training run. @throws AppError `internal` for a run of another kind */
export function trainingSpecFromRow(row: Pick<RunRow, "id" | "training">): TrainingSpec {
  return parseColumn(TrainingSpec, row.training, `runs ${row.id} training`);
}
