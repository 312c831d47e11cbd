import { Prisma } from "@deskrl/db";
import type { UnitOfWork } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { acknowledgeCheckpoint } from "./acknowledge-checkpoint.ts";
import type { JobClaim } from "./claim-job.ts";
import { movePhase } from "./move-phase.ts";
import { settlePhase } from "./settle-phase.ts";

export interface PausedMessage {
  step: number;
  /** The checkpoint's blob. */
  hash: string;
  /** Set when the trainer paused itself: why. */
  reason: string | null;
}

const REASONS: Readonly<Record<string, (limit: string) => string>> = {
  invalid_fraction: (limit) =>
    `More than ${limit} of the last iteration's episodes were invalid: the machinery breaks too much for the numbers to mean anything.`,
};

/**
 * The trainer stands still with a checkpoint that holds every finished step. When it paused itself, that is what is
 * wanted now, until a person says otherwise.
 */
export async function acknowledgePaused(
  ctx: CoreContext,
  unit: UnitOfWork,
  claim: JobClaim,
  message: PausedMessage,
): Promise<void> {
  const { step, hash, reason } = message;
  await acknowledgeCheckpoint(unit, claim, { step, hash });
  const { phase } = claim;
  // Said twice, or overtaken: a stop is acknowledged as a stop, an end that was asked for as an end.
  if (phase.state === "stopping" || phase.state === "paused") return;
  const training = claim.run.training;
  const limit =
    typeof training === "object" && training !== null && "invalidLimit" in training
      ? `${Math.round(Number(training.invalidLimit) * 100)} %`
      : "the limit";
  const stateReason = reason ? (REASONS[reason]?.(limit) ?? reason) : null;
  const itself = reason && phase.desiredState === "running";
  if (phase.state === "finishing") return;
  claim.phase = await movePhase(unit, phase, "paused", {
    step,
    acknowledgedAt: unit.now,
    progress: Prisma.DbNull,
    stateReason,
    ...(itself ? { desiredState: "paused", requestedBy: "the trainer", requestedAt: unit.now } : {}),
  });
  claim.phase = await settlePhase(ctx, unit, claim.phase);
}
