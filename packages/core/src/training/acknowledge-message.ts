import type { TrainerMessage } from "@deskrl/protocol";
import type { UnitOfWork } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { acknowledgeCheckpoint } from "./acknowledge-checkpoint.ts";
import { acknowledgeFailed } from "./acknowledge-failed.ts";
import { acknowledgeFinished } from "./acknowledge-finished.ts";
import { acknowledgePaused } from "./acknowledge-paused.ts";
import { acknowledgeProgress } from "./acknowledge-progress.ts";
import { acknowledgeReady } from "./acknowledge-ready.ts";
import { acknowledgeResumed } from "./acknowledge-resumed.ts";
import { acknowledgeStopped } from "./acknowledge-stopped.ts";
import type { JobClaim } from "./claim-job.ts";
import { branchStep } from "./lineage.ts";
import { tieCheckpoint } from "./store-versions.ts";

/** Moves the phase of a job on by one message of its trainer. */
export async function acknowledgeMessage(
  ctx: CoreContext,
  unit: UnitOfWork,
  claim: JobClaim,
  message: TrainerMessage,
): Promise<void> {
  switch (message.type) {
    case "ready":
      return acknowledgeReady(unit, claim, message);
    case "report":
      return acknowledgeProgress(ctx, unit, claim, { step: message.step, progress: null });
    case "progress": {
      const { done, total, what } = message;
      return acknowledgeProgress(ctx, unit, claim, { progress: { done, total, what } });
    }
    case "checkpoint":
      // Taken in passing, for a resume only: the version it holds keeps none.
      return acknowledgeCheckpoint(unit, claim, { step: message.step, hash: message.file.hash });
    case "paused":
      await tie(unit, claim, message);
      return acknowledgePaused(ctx, unit, claim, {
        step: message.step,
        hash: message.file.hash,
        reason: message.reason,
      });
    case "resumed":
      return acknowledgeResumed(unit, claim);
    case "finished": {
      const { step, file, pool, poolReport, evaluation } = message;
      await tie(unit, claim, message);
      const ended = { step, hash: file.hash, pool: pool?.hash ?? null, poolReport, evaluation };
      return acknowledgeFinished(unit, claim, ended);
    }
    case "stopped":
      return acknowledgeStopped(ctx, unit, claim);
    case "failed":
      return acknowledgeFailed(ctx, unit, claim, message);
  }
}

/** An evaluation makes no version of its own. */
async function tie(
  { tx }: UnitOfWork,
  { phase }: JobClaim,
  { step, file }: { step: number; file: { hash: string } },
): Promise<void> {
  if (phase.kind === "eval") return;
  const { branchId } = phase;
  await tieCheckpoint(tx, { branchId, checkpoint: file.hash, step: branchStep(phase, step) });
}
