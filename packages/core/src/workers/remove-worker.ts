import { workerFromRow } from "@deskrl/db";
import { type Actor, AppError, type Worker } from "@deskrl/domain";
import { recordAudit, SYSTEM_ACTOR } from "../access/record-audit.ts";
import { commit, type UnitOfWork } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { invalidateEpisodes } from "../episodes/invalidate-episodes.ts";
import { environmentChanged, workerRemoved } from "../events/builders.ts";
import { WORKER_LOST_AFTER_MS } from "./liveness.ts";
import { NO_LOAD, readWorkerLoads, type WorkerLoad } from "./worker-load.ts";
import { workerNotFound } from "./worker-not-found.ts";

/**
 * Takes a worker off the list: one that is drained, or one that is lost. The desktops of a lost one go with it, and what
 * ran on them ends as invalid. What was recorded stays.
 * @param options.revokeToken also ends the token it joined with, unless another worker has it too
 * @returns whether its token was ended
 * @throws AppError `not_found`; `conflict` for a worker that is at work, with what holds it up
 */
export async function removeWorker(
  ctx: CoreContext,
  options: { actor: Actor; id: string; revokeToken?: boolean },
): Promise<{ tokenRevoked: boolean }> {
  const { actor, id, revokeToken = false } = options;
  return commit(ctx, async (unit) => {
    const { tx, now, emit } = unit;
    const held = await tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM episodes WHERE lease_owner = ${id} AND state NOT IN ('queued', 'finished')
      ORDER BY id FOR UPDATE`;
    await tx.$executeRaw`SELECT 1 FROM workers WHERE id = ${id} FOR UPDATE`;
    const row = await tx.worker.findUnique({ where: { id } });
    if (!row) throw workerNotFound(id);
    const worker = workerFromRow(row, { now, lostAfterMs: WORKER_LOST_AFTER_MS });
    const load = (await readWorkerLoads(tx, [id])).get(id) ?? NO_LOAD;
    if (worker.state === "online") assertDrained(worker, load);
    const reason = "Its worker was lost, and was removed from the control plane.";
    await invalidateEpisodes(unit, { ids: held.map((episode) => episode.id), cause: "worker_lost", reason });
    const left = await tx.environment.updateManyAndReturn({
      where: { workerId: id, state: { not: "stopped" } },
      data: {
        state: "stopped",
        desiredState: "stopped",
        stateReason: reason,
        controlledBy: null,
        updatedAt: now,
      },
    });
    emit(...left.map((environment) => environmentChanged(environment)), workerRemoved(row));
    await tx.environment.deleteMany({ where: { workerId: id } });
    await tx.worker.delete({ where: { id } });
    const tokenRevoked = revokeToken && (await endToken(unit, row.tokenId));
    await recordAudit(ctx, tx, {
      ...{ actor, act: "worker.remove", subjectId: id },
      details: { name: row.name, state: worker.state, tokenRevoked },
    });
    return { tokenRevoked };
  });
}

function assertDrained(worker: Worker, load: WorkerLoad): void {
  const { desktopsHeld, activeEpisodes, trainingJobs } = load;
  if (worker.desiredState === "drained" && desktopsHeld + activeEpisodes + trainingJobs === 0) return;
  const holds = [
    `${activeEpisodes} episodes at work`,
    `${desktopsHeld} desktops`,
    `${trainingJobs} training jobs`,
  ].join(", ");
  throw new AppError("conflict", `The worker ${worker.name} is online and not drained: ${holds}.`, {
    where: worker.id,
    fix: worker.desiredState === "drained" ? "Wait until it is drained." : "Drain it first.",
  });
}

/** The token that this machine makes for itself stays, and one that other workers use too. */
async function endToken({ tx, now }: UnitOfWork, tokenId: string | null): Promise<boolean> {
  if (tokenId === null || (await tx.worker.count({ where: { tokenId } })) > 0) return false;
  const { count } = await tx.apiToken.updateMany({
    where: { id: tokenId, revokedAt: null, createdBy: { not: SYSTEM_ACTOR.name } },
    data: { revokedAt: now },
  });
  return count > 0;
}
