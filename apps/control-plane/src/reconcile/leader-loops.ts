import {
  advanceDrains,
  advancePlacements,
  advanceTraining,
  type BlobSweep,
  type CoreContext,
  failLostEnvironments,
  pruneEvents,
  reapExpiredLeases,
  reapTrainingJobs,
  removeExpiredSessions,
  sweepBlobs,
} from "@deskrl/core";
import type { Log } from "../lib/log.ts";
import { type DispatchOptions, dispatch } from "./dispatcher.ts";
import type { CreateLoop } from "./loop.ts";

export interface LeaderLoopOptions extends DispatchOptions {
  log: Log;
  /** When this process began to lead; null while another does. */
  leadingSince: () => Date | null;
  onSwept: (sweep: BlobSweep) => void;
}

/** The loops of which one control plane at a time runs all. */
export function createLeaderLoops(loop: CreateLoop, options: LeaderLoopOptions) {
  const { core, leaseTtlMs, log, leadingSince } = options;
  return {
    assignment: loop("assignment", 1_000, (signal) => dispatch(options, signal)),
    training: loop("training", 1_000, async () => {
      const moved = await advanceTraining(core);
      if (moved.length > 0) log.info({ runs: moved }, "training runs moved on");
    }),
    drains: loop("drains", 5_000, async () => {
      const stopping = await advanceDrains(core);
      if (stopping.length > 0) log.info({ environments: stopping }, "desktops of drained workers stop");
    }),
    placement: loop("placement", 2_000, async () => {
      const { requested, stopping } = await advancePlacements(core);
      if (requested.length > 0) log.info({ environments: requested }, "desktops asked for");
      if (stopping.length > 0) log.info({ environments: stopping }, "desktops that nobody needs stop");
    }),
    reaper: loop("lease reaper", Math.min(2_000, leaseTtlMs / 3), async () => {
      // Workers that outlived whoever led before need a lease's time to come back and claim what is theirs.
      const since = leadingSince();
      if (since === null || core.clock().getTime() - since.getTime() < leaseTtlMs) return;
      await reap(core, log);
    }),
    blobs: loop("blob janitor", 3_600_000, async (signal) => {
      const swept = await sweepBlobs(core, { signal });
      options.onSwept(swept);
      if (swept.unreferenced > 0) log.info(swept, "removed blobs that nothing refers to");
    }),
    janitor: loop("janitor", 60_000, async () => {
      await removeExpiredSessions(core);
      await pruneEvents(core);
    }),
  };
}

async function reap(core: CoreContext, log: Log): Promise<void> {
  const ended = await reapExpiredLeases(core);
  if (ended.length > 0) log.warn({ episodes: ended }, "leases ran out");
  const jobs = await reapTrainingJobs(core);
  if (jobs.length > 0) log.warn({ jobs }, "trainers were lost or have stalled");
  const lost = await failLostEnvironments(core);
  if (lost.length > 0) log.warn({ environments: lost }, "gave up the desktops of workers that are gone");
}
