import { factsFromRow, workerFromRow } from "@deskrl/db";
import { idSchema, type Worker, WorkerFacts } from "@deskrl/domain";
import { z } from "zod";
import { commit } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { workerChanged } from "../events/builders.ts";
import { parseInput } from "../parse-input.ts";
import { WORKER_LOST_AFTER_MS } from "./liveness.ts";

export const RegisterWorkerInput = z.object({
  workerId: idSchema("worker"),
  name: z.string().min(1).max(120),
  version: z.string().min(1).max(60),
  facts: WorkerFacts,
  /** Desktops it offers. */
  desktops: z.number().int().min(0).max(10_000),
});
export type RegisterWorkerInput = z.input<typeof RegisterWorkerInput>;

/**
 * Takes a worker in, or back in. `registeredAt` becomes the start of this connection: reports about its desktops that
 * follow may start counting generations anew.
 */
export async function registerWorker(ctx: CoreContext, options: RegisterWorkerInput): Promise<Worker> {
  const { workerId: id, ...input } = parseInput(RegisterWorkerInput, options, "registration of a worker");
  return commit(ctx, async ({ tx, now, emit }) => {
    const data = { ...input, heartbeatAt: now, registeredAt: now };
    const row = await tx.worker.upsert({ where: { id }, create: { id, ...data }, update: data });
    factsFromRow(row);
    emit(workerChanged(row, "worker:registered"));
    return workerFromRow(row, { now, lostAfterMs: WORKER_LOST_AFTER_MS });
  });
}
