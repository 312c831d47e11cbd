import { AppError, ERROR_CODES, type ErrorCode } from "@deskrl/domain";
import type { TrainerMessage } from "@deskrl/protocol";
import type { UnitOfWork } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import type { JobClaim } from "./claim-job.ts";
import { failJob } from "./fail-job.ts";

type Failed = Extract<TrainerMessage, { type: "failed" }>;

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_CODES, code);
}

/** The trainer says what broke it. A code that nobody knows is one of the machinery's. */
export async function acknowledgeFailed(
  ctx: CoreContext,
  unit: UnitOfWork,
  claim: JobClaim,
  message: Failed,
): Promise<void> {
  const { code, where, fix } = message;
  const error = new AppError(isErrorCode(code) ? code : "trainer_failed", message.message, {
    ...(where === undefined ? {} : { where }),
    ...(fix === undefined ? {} : { fix }),
  });
  await failClaim(ctx, unit, claim, error);
}

/** As `failJob`, with the claim kept as the rows are now. */
export async function failClaim(
  ctx: CoreContext,
  unit: UnitOfWork,
  claim: JobClaim,
  error: AppError,
): Promise<void> {
  claim.phase = await failJob(ctx, unit, { phase: claim.phase, jobId: claim.job.id, error });
  claim.job = await unit.tx.trainingJob.findUniqueOrThrow({ where: { id: claim.job.id } });
}
