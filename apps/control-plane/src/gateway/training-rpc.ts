import { setTimeout as sleep } from "node:timers/promises";
import type { MessageInitShape } from "@bufbuild/protobuf";
import { connectedElsewhere, leaseTrainingJob, recordReport } from "@deskrl/core";
import type {
  LeaseTrainingJobRequest,
  LeaseTrainingJobResponseSchema,
  ReportTrainingRequest,
  ReportTrainingResponseSchema,
} from "@deskrl/protocol/worker-gateway";
import { parseJson } from "../lib/parse-json.ts";
import type { GatewayContext } from "./gateway-context.ts";

/** How long a worker's question for a job is held open, and how often the queue is looked at meanwhile. */
const WAIT = { forMs: 10_000, everyMs: 500 };

/** A queued job for a worker; waits a while for one to come. Without one the answer is empty and the worker asks again. */
export async function serveLeaseTrainingJob(
  { core, timing, workers, trainingTasks, instanceId, log }: GatewayContext,
  { workerId }: LeaseTrainingJobRequest,
  signal: AbortSignal,
): Promise<MessageInitShape<typeof LeaseTrainingJobResponseSchema>> {
  const { leaseTtlMs } = timing;
  for (let waitedMs = 0; waitedMs < WAIT.forMs && !signal.aborted; waitedMs += WAIT.everyMs) {
    // One that is not connected is not known to be able to work.
    const connected =
      workers.get(workerId) !== undefined ||
      (await connectedElsewhere(core, { instanceId })).includes(workerId);
    const leased = connected ? await leaseTrainingJob(core, { workerId, leaseTtlMs }) : null;
    if (leased) {
      const { job, epoch } = leased;
      await trainingTasks.ensure(job.suite);
      log.info({ workerId, jobId: job.jobId, phaseId: job.phaseId, epoch }, "training job leased");
      return { jobId: job.jobId, epoch: BigInt(epoch), jobJson: JSON.stringify(job), leaseTtlMs };
    }
    await sleep(WAIT.everyMs, undefined, { signal }).catch(() => {});
  }
  return {};
}

/** Stores what a trainer said, renews its lease, and answers what is wanted of it. */
export async function serveReportTraining(
  { core, timing, log }: GatewayContext,
  { workerId, jobId, epoch, messagesJson }: ReportTrainingRequest,
): Promise<MessageInitShape<typeof ReportTrainingResponseSchema>> {
  const answer = await recordReport(core, {
    workerId,
    jobId,
    epoch: Number(epoch),
    leaseTtlMs: timing.leaseTtlMs,
    messages: messagesJson.map(parseJson),
  });
  if (answer.fenced) log.warn({ workerId, jobId, epoch: Number(epoch) }, "training job fenced");
  return answer;
}
