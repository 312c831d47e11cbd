import { Worker, WorkerFacts } from "@deskrl/domain";
import { parseColumn } from "./parse-column.ts";
import type { WorkerRow } from "./rows.ts";

export interface WorkerClock {
  now: Date;
  /** A worker whose last heartbeat is older is lost. */
  lostAfterMs: number;
}

export function workerFromRow(row: WorkerRow, { now, lostAfterMs }: WorkerClock): Worker {
  const state = now.getTime() - row.heartbeatAt.getTime() <= lostAfterMs ? "online" : "lost";
  return parseColumn(Worker, { ...row, state }, `workers ${row.id}`);
}

export function factsFromRow(row: WorkerRow): WorkerFacts {
  return parseColumn(WorkerFacts, row.facts, `workers ${row.id} facts`);
}
