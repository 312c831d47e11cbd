import {
  advanceRuns,
  assignEpisodes,
  type CoreContext,
  connectedElsewhere,
  unassignEpisode,
} from "@deskrl/core";
import type { WorkerRegistry } from "../gateway/worker-registry.ts";
import type { HandOver } from "./hand-over.ts";

export interface DispatchOptions {
  core: CoreContext;
  workers: WorkerRegistry;
  handOver: HandOver;
  leaseTtlMs: number;
  /** Names this process among the control planes on the database. */
  instanceId: string;
  /** False while there is no room to record what would be handed out. */
  hasRoom: () => boolean;
}

/** Episodes handed out in one transaction. */
const BATCH = 50;

/**
 * One turn: moves runs on, then gives queued episodes to ready desktops until nothing fits any more. Those of workers
 * that are connected to another control plane are theirs to hand over: the rows say so.
 */
export async function dispatch(options: DispatchOptions, signal: AbortSignal): Promise<void> {
  const { core, leaseTtlMs, workers, handOver, instanceId } = options;
  await advanceRuns(core);
  while (!signal.aborted && options.hasRoom()) {
    const elsewhere = await connectedElsewhere(core, { instanceId });
    const workerIds = [...new Set([...workers.all().map(({ workerId }) => workerId), ...elsewhere])];
    if (workerIds.length === 0) return;
    const assigned = await assignEpisodes(core, { limit: BATCH, leaseTtlMs, workerIds });
    let refused = 0;
    for (const one of assigned) {
      if (handOver.send(one) || elsewhere.includes(one.workerId)) continue;
      const { workerId, episodeId, epoch } = one;
      await unassignEpisode(core, { workerId, episodeId, epoch, reason: "the worker is not connected" });
      refused += 1;
    }
    if (assigned.length < BATCH || refused > 0) return;
  }
}
