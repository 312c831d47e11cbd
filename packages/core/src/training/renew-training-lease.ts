import { PhaseDesiredState } from "@deskrl/domain";
import { commit, type UnitOfWork } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { claimJob, type JobClaim, type JobLease } from "./claim-job.ts";

export interface RenewedLease {
  /** What the worker is to make of the trainer. */
  desiredState: PhaseDesiredState;
  /** The lease is not this worker's any more: end the trainer and say nothing more. */
  fenced: boolean;
}

/** Says that a worker still has a job, and what is wanted of it. */
export async function renewTrainingLease(
  ctx: CoreContext,
  { leaseTtlMs, ...lease }: JobLease & { leaseTtlMs: number },
): Promise<RenewedLease> {
  return commit(ctx, async (unit) => {
    const claim = await claimJob(unit.tx, lease);
    if (!claim) return { desiredState: "stopped", fenced: true };
    await renewClaim(unit, claim, leaseTtlMs);
    return { desiredState: PhaseDesiredState.parse(claim.phase.desiredState), fenced: false };
  });
}

/** As `renewTrainingLease`, in the transaction that stores what the worker reported. */
export async function renewClaim(
  { tx, now }: UnitOfWork,
  claim: JobClaim,
  leaseTtlMs: number,
): Promise<void> {
  const { count } = await tx.trainingJob.updateMany({
    where: { id: claim.job.id, state: "leased" },
    data: { leaseExpiresAt: new Date(now.getTime() + leaseTtlMs) },
  });
  if (count > 0) claim.job = await tx.trainingJob.findUniqueOrThrow({ where: { id: claim.job.id } });
}
