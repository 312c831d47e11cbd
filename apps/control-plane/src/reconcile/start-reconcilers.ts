import type { LoopHealth } from "@deskrl/api";
import type { BlobSweep, CoreContext } from "@deskrl/core";
import type { Leadership } from "@deskrl/db";
import type { Event } from "@deskrl/domain";
import type { Tracer } from "@opentelemetry/api";
import { sendDesired } from "../gateway/send-desired.ts";
import { REMOVED, type WorkerRegistry } from "../gateway/worker-registry.ts";
import type { DataDisk } from "../health/data-disk.ts";
import type { ReportError } from "../lib/error-reporter.ts";
import type { Log } from "../lib/log.ts";
import type { EventFeed } from "../push/event-feed.ts";
import type { ThumbnailHub } from "../push/thumbnail-hub.ts";
import type { ViewTicketStore } from "../vnc/view-ticket-store.ts";
import { DirectiveSender } from "./directive-sender.ts";
import { endRevoked } from "./end-revoked.ts";
import { HandOver } from "./hand-over.ts";
import { createLeaderLoops } from "./leader-loops.ts";
import { createLoops } from "./loop.ts";

export interface ReconcilerOptions {
  core: CoreContext;
  workers: WorkerRegistry;
  thumbnails: ThumbnailHub;
  feed: EventFeed;
  tickets: ViewTicketStore;
  leaseTtlMs: number;
  instanceId: string;
  /** Joins the election; told of each change. */
  createLeadership: (onChange: (leading: boolean) => void) => Leadership;
  disk: DataDisk;
  tracer: Tracer;
  /** Told what the blob store holds, at each sweep. */
  onSwept: (sweep: BlobSweep) => void;
  log: Log;
  report: ReportError;
}

export interface Reconcilers {
  /** A worker has come. */
  workerAdmitted(): void;
  readonly leading: boolean;
  /** Name of the control plane that leads; null when none is known to. */
  readonly leader: string | null;
  health(): LoopHealth[];
  stop(): Promise<void>;
}

/**
 * Starts the loops that bring what is towards what is wanted. Events wake them; timers are for what events miss. Loops
 * that decide are the leader's; those that tell the workers connected here run in every control plane.
 */
export function startReconcilers(options: ReconcilerOptions): Reconcilers {
  const { core, workers, thumbnails, feed, tickets, log, report } = options;
  const { clock } = core;
  let leadingSince: Date | null = null;
  const leading = () => leadingSince !== null;
  const handOver = new HandOver(options);
  const directives = new DirectiveSender({ core, workers });

  const leads = createLeaderLoops(createLoops({ leaderOnly: true, leading, clock, report }), {
    ...options,
    handOver,
    hasRoom: () => options.disk.problem === null,
    leadingSince: () => leadingSince,
  });
  const loop = createLoops({ leaderOnly: false, leading, clock, report });
  const assigned = loop("hand-over", 2_000, () => handOver.sendPending());
  const direction = loop("directives", 5_000, () => directives.send());
  const desired = loop("desired environments", 5_000, async () => {
    for (const connection of workers.all()) await sendDesired(core, connection);
    thumbnails.refresh();
  });
  const tokens = loop("worker tokens", 2_000, () => endRevoked({ core, workers, log }));
  const space = loop("disk space", 10_000, () => options.disk.look());
  const sweep = loop("view tickets", 60_000, async () => {
    await tickets.sweep();
  });
  const led = Object.values(leads);
  const loops = [...led, assigned, direction, desired, tokens, space, sweep];
  const { assignment, training, drains } = leads;

  const unsubscribe = feed.subscribe(({ events }) => {
    for (const event of events) {
      if (makesWork(event)) assignment.wake();
      if (movesTraining(event)) training.wake();
      if (isAssignment(event) && !leading()) assigned.wake();
      if (givesDirection(event)) direction.wake();
      if (event.type === "environment:changed") desired.wake();
      if (freesDesktop(event)) drains.wake();
      if (event.type === "worker:removed") workers.get(event.subjectId)?.reject(REMOVED);
    }
  });
  for (const one of loops) one.start();
  const leadership = options.createLeadership((now) => {
    leadingSince = now ? clock() : null;
    log.info({ instanceId: options.instanceId }, now ? "leads" : "leads no more");
    if (now) for (const one of led) one.takeOver();
  });
  return {
    workerAdmitted() {
      for (const one of [assignment, assigned, direction, desired]) one.wake();
    },
    get leading() {
      return leading();
    },
    get leader() {
      return leading() ? options.instanceId : leadership.leader;
    },
    health: () => loops.map((one) => one.health()),
    async stop() {
      unsubscribe();
      await Promise.all(loops.map((one) => one.stop()));
      // Last, so that no other leads while a turn of ours is still at work.
      await leadership.close();
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

/** Another control plane may have given an episode to a worker that is connected here. */
function isAssignment({ type, payload }: Event): boolean {
  return type === "episode:changed" && payload.state === "resetting";
}

/** A desktop that a drained worker may stop now. */
function freesDesktop({ type, payload }: Event): boolean {
  return type === "control:given-back" || (type === "environment:changed" && payload.episodeId === null);
}

function givesDirection({ type, payload }: Event): boolean {
  if (type === "control:taken" || type === "control:given-back") return true;
  return type === "agent:paused" || type === "agent:resumed" || payload.cancelRequested === true;
}
