import { type PhaseRow, type RunRow, type Transaction, trainingSpecFromRow } from "@deskrl/db";
import { PhaseKind, PhaseSettings, PhaseStart } from "@deskrl/domain";
import { TRAINER_PROTOCOL_VERSION, type TrainerJob } from "@deskrl/protocol";
import { commit } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { policyVersionBefore, poolsBefore, trainedBefore } from "./lineage.ts";

export interface LeasedTrainingJob {
  /** With hashes of blobs where the trainer has paths, and an empty folder: both are the worker's to fill in. */
  job: TrainerJob;
  epoch: number;
}

/**
 * Gives a worker a queued job of a run that may use it: of the run that is served least for its priority, its oldest.
 * Two workers that ask at the same time never get the same one.
 * @returns null when there is none, or when the worker is to begin nothing new
 */
export async function leaseTrainingJob(
  ctx: CoreContext,
  { workerId, leaseTtlMs }: { workerId: string; leaseTtlMs: number },
): Promise<LeasedTrainingJob | null> {
  return commit(ctx, async ({ tx, now }) => {
    const expiresAt = new Date(now.getTime() + leaseTtlMs);
    const [leased] = await tx.$queryRaw<{ id: string; epoch: number; attempt: number; phaseId: string }[]>`
      UPDATE training_jobs SET state = 'leased', lease_owner = ${workerId}, lease_epoch = lease_epoch + 1,
        lease_expires_at = ${expiresAt}::timestamptz, started_at = coalesce(started_at, ${now}::timestamptz)
      WHERE id = (SELECT job.id FROM training_jobs job
        JOIN phases phase ON phase.id = job.phase_id JOIN runs run ON run.id = phase.run_id
        WHERE job.state = 'queued'
          AND NOT EXISTS (SELECT 1 FROM workers WHERE id = ${workerId}
            AND (desired_state <> 'active' OR facts->'closedFor' IS NOT NULL))
          AND (coalesce(jsonb_array_length(run.spec->'workers'), 0)
              + coalesce(jsonb_array_length(run.spec->'labels'), 0) = 0
            OR jsonb_exists(run.spec->'workers', ${workerId})
            OR jsonb_exists_any(run.spec->'labels', ARRAY(SELECT jsonb_array_elements_text(facts->'labels')
              FROM workers WHERE id = ${workerId})))
        ORDER BY ((SELECT count(*) FROM training_jobs other JOIN phases its ON its.id = other.phase_id
            WHERE its.run_id = run.id AND other.state = 'leased') + 1)
            / coalesce((run.spec->>'priority')::float8, 1),
          job.created_at, job.id
        LIMIT 1 FOR UPDATE OF job SKIP LOCKED)
      RETURNING id, lease_epoch AS epoch, attempt, phase_id AS "phaseId"`;
    if (!leased) return null;
    const phase = await tx.phase.findUniqueOrThrow({ where: { id: leased.phaseId }, include: { run: true } });
    return { job: await describeJob(tx, leased, phase), epoch: leased.epoch };
  });
}

async function describeJob(
  tx: Transaction,
  { id, attempt }: { id: string; attempt: number },
  phase: PhaseRow & { run: RunRow },
): Promise<TrainerJob> {
  const spec = trainingSpecFromRow(phase.run);
  const branch = await tx.branch.findUniqueOrThrow({ where: { id: phase.branchId } });
  const kind = PhaseKind.parse(phase.kind);
  const before = await trainedBefore(tx, phase);
  return {
    version: TRAINER_PROTOCOL_VERSION,
    jobId: id,
    runId: phase.runId,
    phaseId: phase.id,
    attempt,
    kind,
    settings: PhaseSettings.parse(phase.settings),
    start: PhaseStart.parse(phase.start),
    seed: branch.seed,
    suite: spec.suite,
    actionSpace: spec.actionSpace,
    invalidLimit: spec.invalidLimit,
    previousCheckpoint: before.at(-1)?.checkpoint ?? null,
    resumeCheckpoint: phase.checkpoint,
    pools: kind === "entropulse" ? poolsBefore(before) : [],
    policyVersion: await policyVersionBefore(tx, before),
    folder: "",
  };
}
