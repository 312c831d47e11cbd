import { isDeepStrictEqual } from "node:util";
import { factsFromRow, type Transaction } from "@deskrl/db";
import { AppError, idSchema, WorkerFacts } from "@deskrl/domain";
import { z } from "zod";
import { commit } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { workerChanged } from "../events/builders.ts";
import { parseInput } from "../parse-input.ts";
import { clockSkew } from "./clock-skew.ts";
import { WORKER_EVENT_INTERVAL_MS } from "./liveness.ts";
import { withWatermarks } from "./watermarks.ts";

/** A worker's word that it acts on an episode under an epoch. */
export const EpisodeClaim = z.object({
  episodeId: idSchema("episode"),
  epoch: z.number().int().nonnegative(),
});
export type EpisodeClaim = z.infer<typeof EpisodeClaim>;

export const HeartbeatWorkerInput = z.object({
  workerId: idSchema("worker"),
  /** Which connection of the worker speaks; checked when given. */
  epoch: z.number().int().positive().optional(),
  /** What the worker's clock said. */
  sentAt: z.date().optional(),
  facts: WorkerFacts.optional(),
  /**
   * Every episode it carries out, and every one whose journal is not wholly stored yet: an unclaimed lease runs out,
   * and then the verdict still on its way comes too late.
   */
  running: z.array(EpisodeClaim),
  leaseTtlMs: z.number().int().positive(),
});
export type HeartbeatWorkerInput = z.input<typeof HeartbeatWorkerInput>;

async function renewLeases(
  tx: Transaction,
  options: { workerId: string; claims: EpisodeClaim[]; expiresAt: Date },
): Promise<Set<string>> {
  if (options.claims.length === 0) return new Set();
  const renewed = await tx.$queryRaw<{ id: string }[]>`
    WITH held AS (
      SELECT episode.id
      FROM jsonb_to_recordset(${JSON.stringify(options.claims)}::jsonb) AS claim ("episodeId" text, epoch int)
      JOIN episodes episode ON episode.id = claim."episodeId" AND episode.lease_epoch = claim.epoch
      WHERE episode.lease_owner = ${options.workerId} AND episode.state NOT IN ('queued', 'finished')
      ORDER BY episode.id
      FOR UPDATE OF episode
    )
    UPDATE episodes SET lease_expires_at = ${options.expiresAt}::timestamptz
    FROM held WHERE episodes.id = held.id
    RETURNING episodes.id`;
  return new Set(renewed.map((row) => row.id));
}

/**
 * Keeps a worker and its leases alive.
 * @returns claims whose lease is another's or over: the worker stops acting on them at once
 * @throws AppError `not_found` when the worker has to register first; `fenced` when a newer connection has replaced this
 */
export async function heartbeatWorker(
  ctx: CoreContext,
  options: HeartbeatWorkerInput,
): Promise<{ fenced: EpisodeClaim[] }> {
  const beat = parseInput(HeartbeatWorkerInput, options, "heartbeat");
  const { workerId, epoch, sentAt, facts, running, leaseTtlMs } = beat;
  return commit(ctx, async ({ tx, now, emit }) => {
    const expiresAt = new Date(now.getTime() + leaseTtlMs);
    const renewed = await renewLeases(tx, { workerId, claims: running, expiresAt });
    const before = await tx.worker.findUnique({ where: { id: workerId } });
    if (!before)
      throw new AppError("not_found", `The worker ${workerId} is not registered.`, {
        where: "heartbeat",
        fix: "Register again, then go on.",
      });
    // Thrown, so that nothing it claimed is renewed either.
    if (epoch !== undefined && before.epoch !== epoch)
      throw new AppError("fenced", `A newer connection of ${workerId} has replaced this one.`, {
        where: "heartbeat",
        fix: "Run one worker on a data folder.",
      });
    const row = await tx.worker.update({
      where: { id: workerId },
      data: {
        heartbeatAt: now,
        ...(facts ? { facts: withWatermarks(facts, factsFromRow(before).closedFor) } : {}),
        ...(sentAt ? { clockSkewMs: clockSkew(sentAt, now) } : {}),
      },
    });
    const bucket = (at: Date) => Math.floor(at.getTime() / WORKER_EVENT_INTERVAL_MS);
    if (bucket(before.heartbeatAt) !== bucket(now) || !isDeepStrictEqual(before.facts, row.facts))
      emit(workerChanged(row));
    return { fenced: running.filter((claim) => !renewed.has(claim.episodeId)) };
  });
}
