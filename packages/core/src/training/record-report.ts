import { AppError, PhaseDesiredState } from "@deskrl/domain";
import { TrainerMessage } from "@deskrl/protocol";
import { z } from "zod";
import { commit, type UnitOfWork } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { acknowledgeMessage } from "./acknowledge-message.ts";
import { claimJob, type JobClaim, type JobLease } from "./claim-job.ts";
import { forgetCheckpoint } from "./forget-checkpoint.ts";
import { type RenewedLease, renewClaim } from "./renew-training-lease.ts";
import { type Report, storeReports } from "./store-reports.ts";

export interface RecordReportInput extends JobLease {
  leaseTtlMs: number;
  /** `TrainerMessage`s as the trainer said them, in its order. None: the lease is renewed. */
  messages: readonly unknown[];
}

export interface RecordedReport extends RenewedLease {
  /** Reports of the job stored, from its start, without gaps. */
  storedReports: number;
}

const Messages = z.array(TrainerMessage);

/**
 * Stores what the trainer of a leased job said, all of it in one transaction, and renews the lease. Told again, also
 * concurrently, it changes nothing and gives the same answer; after a gap in the numbers of reports nothing is taken.
 * @throws AppError `invalid_input` for a message that cannot be read, or a checkpoint whose bytes are not stored
 */
export async function recordReport(ctx: CoreContext, input: RecordReportInput): Promise<RecordedReport> {
  const { leaseTtlMs, messages: raw, ...lease } = input;
  const messages = parseInput(Messages, raw, `messages of the trainer of ${lease.jobId}`);
  await assertStored(ctx, messages);
  const { replaced, ...answer } = await commit(ctx, async (unit) => {
    const claim = await claimJob(unit.tx, lease);
    if (!claim) return { storedReports: 0, desiredState: "stopped" as const, fenced: true, replaced: null };
    const { checkpoint } = claim.phase;
    await renewClaim(unit, claim, leaseTtlMs);
    await apply(ctx, unit, claim, withoutGap(messages, claim.job.reportCount));
    return {
      storedReports: claim.job.reportCount,
      desiredState: PhaseDesiredState.parse(claim.phase.desiredState),
      fenced: false,
      replaced: claim.phase.checkpoint === checkpoint ? null : checkpoint,
    };
  });
  if (replaced) await forgetCheckpoint(ctx, replaced);
  return answer;
}

async function apply(
  ctx: CoreContext,
  unit: UnitOfWork,
  claim: JobClaim,
  messages: readonly TrainerMessage[],
): Promise<void> {
  const { reportCount } = claim.job;
  const fresh = messages.filter(
    (message): message is Report => isReport(message) && message.report >= reportCount,
  );
  await storeReports(ctx, unit, claim, fresh);
  const lastReport = messages.findLast(isReport);
  for (const message of messages) {
    // One row of the phase stands for all its reports: only the last one moves it.
    if (isReport(message) && message !== lastReport) continue;
    if (claim.job.state === "leased") await acknowledgeMessage(ctx, unit, claim, message);
  }
}

function isReport(message: TrainerMessage): message is Report {
  return message.type === "report";
}

/** The messages up to the first report that does not follow from what is stored. */
function withoutGap(messages: readonly TrainerMessage[], stored: number): readonly TrainerMessage[] {
  let next = stored;
  const end = messages.findIndex((message) => {
    if (!isReport(message)) return false;
    if (message.report > next) return true;
    if (message.report === next) next += 1;
    return false;
  });
  return end < 0 ? messages : messages.slice(0, end);
}

/** A checkpoint is good only when its bytes are here: a resume must never find a hash without them. */
async function assertStored(ctx: CoreContext, messages: readonly TrainerMessage[]): Promise<void> {
  for (const message of messages) {
    if (!("file" in message)) continue;
    const pool = message.type === "finished" ? message.pool : null;
    for (const { hash } of pool ? [message.file, pool] : [message.file]) {
      if (await ctx.blobs.has(hash)) continue;
      throw new AppError(
        "invalid_input",
        `The bytes of the checkpoint ${hash} were not stored before it was named.`,
        {
          where: message.type,
          fix: "Send the blob first, then the message that names it.",
        },
      );
    }
  }
}
