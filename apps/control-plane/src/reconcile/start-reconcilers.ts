import {
  advanceDrains,
  advanceTraining,
  type CoreContext,
  failLostEnvironments,
  pruneEvents,
  reapExpiredLeases,
  reapTrainingJobs,
  removeExpiredSessions,
} from "@deskrl/core";
import type { Event } from "@deskrl/domain";
import { sendDesired } from "../gateway/send-desired.ts";
import { REMOVED, type WorkerRegistry } from "../gateway/worker-registry.ts";
import type { ReportError } from "../lib/error-reporter.ts";
import type { Log } from "../lib/log.ts";
import { PeriodicRunner } from "../lib/periodic-runner.ts";
import type { EventFeed } from "../push/event-feed.ts";
import type { ThumbnailHub } from "../push/thumbnail-hub.ts";
import type { ViewTicketStore } from "../vnc/view-ticket-store.ts";
import { DesiredMoves } from "./desired-moves.ts";
import { DirectiveSender } from "./directive-sender.ts";
import { dispatch } from "./dispatcher.ts";
import { endRevoked } from "./end-revoked.ts";

export interface ReconcilerOptions {
  core: CoreContext;
  workers: WorkerRegistry;
  thumbnails: ThumbnailHub;
  feed: EventFeed;
  tickets: ViewTicketStore;
  leaseTtlMs: number;
  log: Log;
  report: ReportError;
}

/** A burst of events is one turn. */
const WAKE_DELAY_MS = 20;

export interface Reconcilers {
  /** A worker has come. */
  workerAdmitted(): void;
  stop(): Promise<void>;
}

/** Starts the loops that bring what is towards what is wanted. Events wake them; timers are for what events miss. */
export function startReconcilers(options: ReconcilerOptions): Reconcilers {
  const { core, workers, thumbnails, feed, tickets, leaseTtlMs, log, report } = options;
  const loop = (name: string, intervalMs: number, run: (signal: AbortSignal) => Promise<void>) =>
    new PeriodicRunner({ name, intervalMs, run, onError: report, wakeDelayMs: WAKE_DELAY_MS });
  const directives = new DirectiveSender({ core, workers });

  const assignment = loop("assignment", 1_000, (signal) => dispatch(options, signal));
  const training = loop("training", 1_000, async () => {
    const moved = await advanceTraining(core);
    if (moved.length > 0) log.info({ runs: moved }, "training runs moved on");
  });
  const direction = loop("directives", 5_000, () => directives.send());
  const desired = loop("desired environments", 5_000, async () => {
    for (const connection of workers.all()) await sendDesired(core, connection);
    thumbnails.refresh();
  });
  const drains = loop("drains", 5_000, async () => {
    const stopping = await advanceDrains(core);
    if (stopping.length > 0) log.info({ environments: stopping }, "desktops of drained workers stop");
  });
  const tokens = loop("worker tokens", 2_000, () => endRevoked({ core, workers, log }));
  const startedAt = core.clock().getTime();
  const reaper = loop("lease reaper", Math.min(2_000, leaseTtlMs / 3), async () => {
    // Workers that outlived a restart of ours need a lease's time to come back and claim what is theirs.
    if (core.clock().getTime() - startedAt < leaseTtlMs) return;
    const ended = await reapExpiredLeases(core);
    if (ended.length > 0) log.warn({ episodes: ended }, "leases ran out");
    const jobs = await reapTrainingJobs(core);
    if (jobs.length > 0) log.warn({ jobs }, "trainers were lost or have stalled");
    const lost = await failLostEnvironments(core);
    if (lost.length > 0) log.warn({ environments: lost }, "gave up the desktops of workers that are gone");
  });
  const janitor = loop("janitor", 60_000, async () => {
    tickets.sweep();
    await removeExpiredSessions(core);
    await pruneEvents(core);
  });
  const loops = [assignment, training, direction, desired, reaper, janitor, drains, tokens];
  const wakeAll = () => {
    for (const one of [assignment, direction, desired]) one.wake();
  };

  const wishes = new DesiredMoves();
  const unsubscribe = feed.subscribe(({ events }) => {
    for (const event of events) {
      if (makesWork(event)) assignment.wake();
      if (movesTraining(event)) training.wake();
      if (givesDirection(event)) direction.wake();
      if (wishes.moves(event)) desired.wake();
      if (freesDesktop(event)) drains.wake();
      if (event.type === "worker:removed") workers.get(event.subjectId)?.reject(REMOVED);
    }
  });
  for (const one of loops) one.start();
  return {
    workerAdmitted: wakeAll,
    async stop() {
      unsubscribe();
      await Promise.all(loops.map((one) => one.stop()));
    },
  };
}

/** A run moved, an episode waits or has ended, a desktop became free. */
function makesWork({ type, payload }: Event): boolean {
  if (type === "run:changed") return true;
  if (type === "episode:changed") return payload.state === "queued" || payload.state === "finished";
  return type === "environment:changed" && payload.state === "ready";
}

/** A phase was asked for, or its trainer acknowledged something. Progress inside a phase moves nothing. */
function movesTraining({ type, payload }: Event): boolean {
  if (type === "run:changed") return true;
  return type === "phase:changed" && payload.state !== "running";
}

/** A desktop that a drained worker may stop now. */
function freesDesktop({ type, payload }: Event): boolean {
  return type === "control:given-back" || (type === "environment:changed" && payload.episodeId === null);
}

function givesDirection({ type, payload }: Event): boolean {
  if (type === "control:taken" || type === "control:given-back") return true;
  return type === "agent:paused" || type === "agent:resumed" || payload.cancelRequested === true;
}
