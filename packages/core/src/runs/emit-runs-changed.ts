import type { RunRow } from "@deskrl/db";
import type { UnitOfWork } from "../commit.ts";
import { runChanged } from "../events/builders.ts";
import { countRuns, emptyCounts } from "./count-runs.ts";

/** One event per run, with the counts as this transaction leaves them. */
export async function emitRunsChanged({ tx, emit }: UnitOfWork, runIds: Iterable<string>): Promise<void> {
  const ids = [...new Set(runIds)];
  if (ids.length === 0) return;
  const counts = await countRuns(tx, ids);
  const rows = await tx.$queryRaw<Pick<RunRow, "id" | "state" | "desiredState" | "stateReason">[]>`
    SELECT id, state, desired_state AS "desiredState", state_reason AS "stateReason"
    FROM runs WHERE id = ANY(${ids}) ORDER BY id`;
  emit(...rows.map((row) => runChanged(row, counts.get(row.id) ?? emptyCounts(0))));
}
