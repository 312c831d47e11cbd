import { advanceRuns, assignEpisodes, type CoreContext, unassignEpisode } from "@deskrl/core";
import type { WorkerRegistry } from "../gateway/worker-registry.ts";
import type { Log } from "../lib/log.ts";

export interface DispatchOptions {
  core: CoreContext;
  workers: WorkerRegistry;
  leaseTtlMs: number;
  log: Log;
}

/** Episodes handed out in one transaction. */
const BATCH = 50;

/** One turn: moves runs on, then hands queued episodes to ready desktops until nothing fits any more. */
export async function dispatch(options: DispatchOptions, signal: AbortSignal): Promise<void> {
  const { core, leaseTtlMs, workers } = options;
  await advanceRuns(core);
  while (!signal.aborted) {
    const workerIds = workers.all().map(({ workerId }) => workerId);
    if (workerIds.length === 0) return;
    const assigned = await assignEpisodes(core, { limit: BATCH, leaseTtlMs, workerIds });
    let refused = 0;
    for (const one of assigned) if (!(await handOver(options, one))) refused += 1;
    if (assigned.length < BATCH || refused > 0) return;
  }
}

type Assigned = Awaited<ReturnType<typeof assignEpisodes>>[number];

/** False when the worker is not connected here after all; its episode is queued again. */
async function handOver({ core, workers, log }: DispatchOptions, assigned: Assigned): Promise<boolean> {
  const { episodeId, epoch, workerId, environmentId, assignment } = assigned;
  const value = {
    episodeId,
    epoch: BigInt(epoch),
    environmentId,
    assignmentJson: JSON.stringify(assignment),
  };
  if (workers.get(workerId)?.send({ case: "assignEpisode", value })) {
    log.info({ episodeId, workerId, environmentId, epoch }, "episode assigned");
    return true;
  }
  await unassignEpisode(core, { workerId, episodeId, epoch, reason: "the worker is not connected" });
  return false;
}
