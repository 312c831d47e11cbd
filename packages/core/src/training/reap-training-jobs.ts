import { AppError } from "@deskrl/domain";
import { commit } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { failJob } from "./fail-job.ts";
import { lockPhase } from "./lock-training.ts";

/** A trainer that works and says nothing for so long has stalled. Progress counts, not signs of life of its process. */
export const STALL_AFTER_MS = 60_000;

export interface ReapTrainingJobsOptions {
  /** @default 60,000 */
  stallAfterMs?: number | undefined;
}

interface Suspect {
  jobId: string;
  phaseId: string;
}

/**
 * Ends jobs whose lease ran out (their worker is lost) and jobs whose trainer has stalled; each phase gets its next
 * attempt. After a start, wait one lease time before the first call, as with episodes.
 * @returns ids of the jobs it ended
 */
export async function reapTrainingJobs(
  ctx: CoreContext,
  { stallAfterMs = STALL_AFTER_MS }: ReapTrainingJobsOptions = {},
): Promise<string[]> {
  const now = ctx.clock();
  const stalledBefore = new Date(now.getTime() - stallAfterMs);
  const suspects = await ctx.db.prisma.$queryRaw<Suspect[]>`
    SELECT job.id AS "jobId", job.phase_id AS "phaseId"
    FROM training_jobs job JOIN phases phase ON phase.id = job.phase_id
    WHERE job.state = 'leased' AND (job.lease_expires_at < ${now}::timestamptz
      OR (phase.state IN ('starting', 'running', 'pausing', 'finishing')
        AND greatest(phase.progress_at, job.started_at) < ${stalledBefore}::timestamptz))
    ORDER BY job.id`;
  const ended: string[] = [];
  for (const suspect of suspects) if (await reap(ctx, suspect, stallAfterMs)) ended.push(suspect.jobId);
  return ended;
}

async function reap(ctx: CoreContext, { jobId, phaseId }: Suspect, stallAfterMs: number): Promise<boolean> {
  return commit(ctx, async (unit) => {
    const phase = await lockPhase(unit.tx, phaseId);
    const job = await unit.tx.trainingJob.findFirst({ where: { id: jobId, state: "leased" } });
    if (!phase || !job) return false;
    const lost = (job.leaseExpiresAt?.getTime() ?? 0) < unit.now.getTime();
    const heard = Math.max(phase.progressAt?.getTime() ?? 0, job.startedAt?.getTime() ?? 0);
    if (!lost && unit.now.getTime() - heard < stallAfterMs) return false;
    const error = lost
      ? new AppError("worker_unavailable", "The worker stopped renewing its lease on the trainer.", {
          where: job.leaseOwner ?? jobId,
          fix: "Check that the worker runs and reaches the control plane.",
        })
      : new AppError(
          "trainer_stalled",
          `The trainer has stalled: no progress for ${stallAfterMs / 1_000} s.`,
          {
            where: jobId,
            fix: "Look at the worker's log.",
          },
        );
    await failJob(ctx, unit, { phase, jobId, error });
    return true;
  });
}
