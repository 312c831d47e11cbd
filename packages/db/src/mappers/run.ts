import { Run, type RunCounts, RunSpec } from "@deskrl/domain";
import { parseColumn } from "./parse-column.ts";
import type { RunRow } from "./rows.ts";

export function runFromRow(row: RunRow, counts: RunCounts): Run {
  return parseColumn(Run, { ...row, counts }, `runs ${row.id}`);
}

export function specFromRow(row: Pick<RunRow, "id" | "spec">): RunSpec {
  return parseColumn(RunSpec, row.spec, `runs ${row.id} spec`);
}
