import type { BranchRow, PhaseRow, RunRow, TrainingJobRow, Transaction } from "@deskrl/db";
import { lockPhase } from "./lock-training.ts";

/** A worker's right to report of a job: what it was told when it leased it. */
export interface JobLease {
  workerId: string;
  jobId: string;
  epoch: number;
}

/**
 * A job whose lease this transaction has checked, with its phase locked. Acknowledgements put the new row of the phase
 * and of the job in place, so that a batch of messages can be gone through one after the other.
 */
export interface JobClaim {
  phase: PhaseRow;
  job: TrainingJobRow;
  readonly branch: BranchRow;
  readonly run: RunRow;
}

/** Locks a leased job. @returns null when the lease is not this worker's any more: it is fenced */
export async function claimJob(
  tx: Transaction,
  { workerId, jobId, epoch }: JobLease,
): Promise<JobClaim | null> {
  const known = await tx.trainingJob.findUnique({ where: { id: jobId }, select: { phaseId: true } });
  const phase = known && (await lockPhase(tx, known.phaseId));
  if (!phase) return null;
  const job = await tx.trainingJob.findFirst({
    where: { id: jobId, leaseOwner: workerId, leaseEpoch: epoch, state: "leased" },
  });
  if (!job) return null;
  const branch = await tx.branch.findUniqueOrThrow({ where: { id: phase.branchId } });
  const run = await tx.run.findUniqueOrThrow({ where: { id: phase.runId } });
  return { phase, job, branch, run };
}
