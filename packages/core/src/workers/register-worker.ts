import { factsFromRow } from "@deskrl/db";
import { AppError, idSchema, WorkerFacts } from "@deskrl/domain";
import { z } from "zod";
import { hashSecret } from "../access/secret.ts";
import { commit } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { workerChanged } from "../events/builders.ts";
import { parseInput } from "../parse-input.ts";
import { clockSkew } from "./clock-skew.ts";
import { withWatermarks } from "./watermarks.ts";

export const RegisterWorkerInput = z.object({
  workerId: idSchema("worker"),
  name: z.string().min(1).max(120),
  version: z.string().min(1).max(60),
  facts: WorkerFacts,
  /** Desktops it offers. */
  desktops: z.number().int().min(0).max(10_000),
  /** Secret of its data folder; empty of a worker that has none. */
  secret: z.string().max(200).default(""),
  /** The token it came with. */
  tokenId: z.string().default(""),
  /** The control plane process that holds its connection. */
  connectedTo: z.string().max(100).default(""),
  /** What its clock said. */
  sentAt: z.date().optional(),
});
export type RegisterWorkerInput = z.input<typeof RegisterWorkerInput>;

/**
 * Takes a worker in, or back in. `registeredAt` becomes the start of this connection: reports about its desktops that
 * follow may start counting generations anew. What is wanted of it (cordon, drain) stays as it was.
 * @returns the epoch of this connection: older ones of the same worker are not listened to any more
 * @throws AppError `conflict` when another machine has this id
 */
export async function registerWorker(ctx: CoreContext, options: RegisterWorkerInput): Promise<number> {
  const input = parseInput(RegisterWorkerInput, options, "registration of a worker");
  const { workerId: id, secret, tokenId, sentAt, connectedTo, ...rest } = input;
  return commit(ctx, async ({ tx, now, emit }) => {
    await tx.$executeRaw`SELECT 1 FROM workers WHERE id = ${id} FOR UPDATE`;
    const before = await tx.worker.findUnique({ where: { id } });
    const secretHash = secret ? hashSecret(secret) : null;
    if (before?.secretHash && before.secretHash !== secretHash) throw takenId(id, before.name);
    const data = {
      ...rest,
      facts: withWatermarks(rest.facts, before ? factsFromRow(before).closedFor : undefined),
      ...{ heartbeatAt: now, registeredAt: now, epoch: (before?.epoch ?? 0) + 1 },
      ...(secretHash ? { secretHash } : {}),
      ...(tokenId ? { tokenId } : {}),
      connectedTo: connectedTo || null,
      ...(sentAt ? { clockSkewMs: clockSkew(sentAt, now) } : {}),
    };
    const row = await tx.worker.upsert({ where: { id }, create: { id, ...data }, update: data });
    factsFromRow(row);
    emit(workerChanged(row, "worker:registered"));
    return row.epoch;
  });
}

function takenId(id: string, name: string): AppError {
  return new AppError("conflict", `Another machine has joined as ${id} (${name}), with another secret.`, {
    where: "registration of a worker",
    fix: "Remove worker-id and worker-secret from this worker's data folder to join as a new one, or remove the other worker first.",
  });
}
