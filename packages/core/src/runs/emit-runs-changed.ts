import type { UnitOfWork } from "../commit.ts";
import { runChanged } from "../events/builders.ts";
import { countRuns, emptyCounts } from "./count-runs.ts";

/** One event per run, with the counts as this transaction leaves them. */
export async function emitRunsChanged({ tx, emit }: UnitOfWork, runIds: Iterable<string>): Promise<void> {
  const ids = [...new Set(runIds)];
  if (ids.length === 0) return;
  const counts = await countRuns(tx, ids);
  const rows = await tx.run.findMany({
    where: { id: { in: ids } },
    select: { id: true, state: true, desiredState: true, stateReason: true },
    orderBy: { id: "asc" },
  });
  emit(...rows.map((row) => runChanged(row, counts.get(row.id) ?? emptyCounts(0))));
}
