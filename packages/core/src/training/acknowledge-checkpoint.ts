import type { UnitOfWork } from "../commit.ts";
import type { JobClaim } from "./claim-job.ts";

/**
 * A checkpoint that was verified and whose bytes are in the blob store: resumes begin here. An older one that arrives
 * late changes nothing.
 */
export async function acknowledgeCheckpoint(
  { tx }: UnitOfWork,
  claim: JobClaim,
  { step, hash }: { step: number; hash: string },
): Promise<void> {
  if (claim.phase.checkpointStep !== null && step < claim.phase.checkpointStep) return;
  claim.phase = await tx.phase.update({
    where: { id: claim.phase.id },
    data: { checkpoint: hash, checkpointStep: step },
  });
}
