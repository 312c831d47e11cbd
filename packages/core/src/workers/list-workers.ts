import { type Prisma, workerFromRow } from "@deskrl/db";
import type { Worker } from "@deskrl/domain";
import { z } from "zod";
import type { CoreContext } from "../context.ts";
import { afterCursor, type Keyset, orderOf, toPage } from "../lists/keyset.ts";
import { type Page, PageInput, SearchText } from "../lists/page.ts";
import { containsText } from "../lists/search.ts";
import { parseInput } from "../parse-input.ts";
import { WORKER_LOST_AFTER_MS } from "./liveness.ts";
import { NO_LOAD, readWorkerLoads, type WorkerLoad } from "./worker-load.ts";

export const ListWorkersInput = z.object({ ...PageInput.shape, q: SearchText });
export type ListWorkersInput = z.input<typeof ListWorkersInput>;

/** A worker with what its desktops do. */
export interface WorkerSummary extends Worker, WorkerLoad {
  /** Desktops that can take an episode or carry one out: ready, leased or resetting. */
  readyDesktops: number;
}

const BY_ID: Keyset = { field: "id", direction: "asc", kind: "string" };

/** Workers, lost ones too; `state` follows from the age of the heartbeat. */
export async function listWorkers(
  ctx: CoreContext,
  options: ListWorkersInput = {},
): Promise<Page<WorkerSummary>> {
  const { cursor, limit, q } = parseInput(ListWorkersInput, options, "list of workers");
  const where: Prisma.WorkerWhereInput = q
    ? { OR: [{ name: containsText(q) }, { id: containsText(q) }] }
    : {};
  const usable = { state: { in: ["ready", "leased", "resetting"] } };
  const [total, rows] = await Promise.all([
    ctx.db.prisma.worker.count({ where }),
    ctx.db.prisma.worker.findMany({
      where: { AND: [where, afterCursor(cursor, BY_ID)] },
      orderBy: orderOf(BY_ID),
      take: limit + 1,
      include: {
        _count: { select: { environments: { where: usable } } },
      },
    }),
  ]);
  const clock = { now: ctx.clock(), lostAfterMs: WORKER_LOST_AFTER_MS };
  const loads = await readWorkerLoads(
    ctx.db.prisma,
    rows.map(({ id }) => id),
  );
  return toPage(rows, {
    limit,
    total,
    valueOf: (row) => row.id,
    map: (row) => {
      const worker = workerFromRow(row, clock);
      // What a lost worker's desktops do is not known, so none counts as ready.
      const readyDesktops = worker.state === "online" ? row._count.environments : 0;
      return { ...worker, readyDesktops, ...(loads.get(row.id) ?? NO_LOAD) };
    },
  });
}
