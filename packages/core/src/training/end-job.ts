import { Prisma, type TrainingJobRow } from "@deskrl/db";
import type { AppError, TrainingJobState } from "@deskrl/domain";
import type { UnitOfWork } from "../commit.ts";

/** Ends a job; its worker is fenced from now on. */
export function endJob(
  { tx, now }: UnitOfWork,
  jobId: string,
  state: Extract<TrainingJobState, "ended" | "failed" | "cancelled">,
  error: AppError | null = null,
): Promise<TrainingJobRow> {
  return tx.trainingJob.update({
    where: { id: jobId },
    data: {
      state,
      endedAt: now,
      leaseExpiresAt: null,
      error: error ? JSON.parse(JSON.stringify(error)) : Prisma.DbNull,
    },
  });
}
