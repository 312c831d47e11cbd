import { hostname } from "node:os";
import { join } from "node:path";
import type { SetUp } from "@deskrl/agent";
import type { BlobStore } from "@deskrl/blobs";
import type { EnvironmentProvider } from "@deskrl/desktops";
import { AppError, type WorkerFacts } from "@deskrl/domain";
import { WORKER_PROTOCOL_VERSION } from "@deskrl/protocol/worker-gateway";
import type { Evaluator } from "@deskrl/tasks";
import { EnvironmentManager } from "./environments/environment-manager.ts";
import { EpisodeRunner } from "./episodes/episode-runner.ts";
import { createFactsCollector } from "./facts/collect-facts.ts";
import { createFactsMonitor } from "./facts/facts-monitor.ts";
import { createConnectionNote } from "./gateway/connection-note.ts";
import { createControlLoop } from "./gateway/control-loop.ts";
import { createDispatcher } from "./gateway/dispatch.ts";
import type { GatewayClients } from "./gateway/gateway-client.ts";
import { createIngestTarget } from "./gateway/ingest-target.ts";
import { environmentReport, toClaims } from "./gateway/messages.ts";
import { RefusedError } from "./gateway/refused-error.ts";
import type { Journal } from "./journal/journal.ts";
import { removeOrphanBlobs } from "./journal/remove-orphan-blobs.ts";
import { Uploader } from "./journal/uploader.ts";
import { delay, settledWithin } from "./lib/delay.ts";
import type { Log } from "./lib/log.ts";
import type { Tracing } from "./lib/tracing.ts";
import { ThumbnailSender } from "./thumbnails/thumbnail-sender.ts";
import { createTrainingGateway } from "./training/training-gateway.ts";
import { TrainingHost, type TrainingHostOptions } from "./training/training-host.ts";
import { openTunnel } from "./tunnels/open-tunnel.ts";
import { VERSION } from "./version.ts";

/** All that a worker is made of. */
export interface WorkerParts {
  workerId: string;
  /** @default the machine's name */
  name: string | undefined;
  /** Words that runs can be pinned to. */
  labels?: readonly string[];
  /** Desktops it offers. */
  desktops: number;
  dataDir: string;
  provider: EnvironmentProvider;
  /** Why desktops are simulated although real ones were wanted; null otherwise. */
  simulatedFor: WorkerFacts["simulatedFor"] | null;
  training: Pick<TrainingHostOptions, "trainers" | "program" | "stallMs" | "keepPausedMs">;
  journal: Journal;
  /** Pictures, until they are delivered. */
  pictures: BlobStore;
  evaluator: Evaluator;
  setUp: SetUp;
  clients: GatewayClients;
  /** The address that the clients dial, for messages. */
  baseUrl: string;
  /** Tells another machine with this worker's id from this one. */
  secret: string;
  /** Spans of episodes. */
  tracing: Tracing;
  log: Log;
}

/** Limits of an orderly end; what takes longer is left to the next start. */
const STOP = {
  episodesMs: 8_000,
  trainersMs: 4_000,
  deliveryMs: 5_000,
  desktopsMs: 20_000,
  goodbyeMs: 300,
  spansMs: 2_000,
};

/**
 * Runs a worker until the signal aborts: keeps desktops as desired, carries out episodes, delivers what was recorded.
 * Ends in order: nothing new, running episodes recorded as cancelled, the journal delivered if that is possible in a
 * bounded time, desktops removed.
 * @throws RefusedError when it ended because the control plane will not have it
 */
export async function runWorker(parts: WorkerParts, signal: AbortSignal): Promise<void> {
  const { workerId, desktops, provider, journal, pictures, clients, log } = parts;
  const ended = new AbortController();
  const orphans = await removeOrphanBlobs(journal, pictures);
  if (orphans > 0) log.info({ orphans }, "removed pictures that belong to no recorded step");
  const facts = await createFactsMonitor({
    collect: createFactsCollector({
      ...parts,
      ...parts.training,
      signal: ended.signal,
      journalBacklog: () => journal.backlog,
    }),
    log,
  });

  const environments = new EnvironmentManager({
    provider,
    log,
    report: (slot) => control.send({ case: "environment", value: environmentReport(slot) }),
    interrupt: (episodeId, error) => episodes.interrupt(episodeId, error),
  });
  const episodes = new EpisodeRunner({
    ...parts,
    environments,
    tracer: parts.tracing.tracer,
    closedFor: () => facts.current.closedFor,
    refuse: (refusal) => control.send({ case: "episodeRefused", value: refusal }),
  });
  const uploader = new Uploader({
    journal,
    blobs: pictures,
    target: createIngestTarget(clients.bulk, workerId),
    log,
    onRejected: (file) => {
      episodes.fence([file]);
      episodes.stored(file);
    },
    onStored: (file) => episodes.stored(file),
  });
  const training = new TrainingHost({
    ...parts.training,
    gateway: createTrainingGateway(clients.training, workerId),
    root: join(parts.dataDir, "training"),
    log: log.child({ part: "training" }),
  });
  const desktopOf = (environmentId: string) => environments.desktopOf(environmentId);
  const thumbnails = new ThumbnailSender({
    desktopOf,
    send: (thumbnail) =>
      clients.bulk.putThumbnails({ workerId, thumbnails: [thumbnail] }, { timeoutMs: 5_000 }),
    log,
  });
  const claims = () => toClaims([...episodes.running, ...journal.undelivered]);
  const background: Promise<void>[] = [];
  const heartbeat = () =>
    ({
      case: "heartbeat",
      value: {
        sentAtMs: BigInt(Date.now()),
        running: claims(),
        factsJson: JSON.stringify(facts.current),
      },
    }) as const;
  const note = createConnectionNote(parts.dataDir);
  note.set("connecting");
  const control = createControlLoop({
    client: clients.control,
    baseUrl: parts.baseUrl,
    ready: clients.ready,
    onState: note.set,
    log,
    register: () => ({
      protocolVersion: WORKER_PROTOCOL_VERSION,
      workerId,
      name: parts.name ?? hostname(),
      version: VERSION,
      factsJson: JSON.stringify(facts.current),
      desktops,
      running: claims(),
      abandoned: toClaims(journal.abandoned),
      instanceSecret: parts.secret,
      sentAtMs: BigInt(Date.now()),
    }),
    heartbeat,
    onRegistered: () => {
      environments.reportAll();
      // Not before: the control plane must know this worker before it takes its records.
      if (background.length === 0) background.push(uploader.run(ended.signal), training.run(ended.signal));
      journal.appended.ring();
    },
    onMessage: createDispatcher({
      environments,
      episodes,
      thumbnails,
      log,
      reply: (message) => control.send(message),
      openTunnel: (request) => {
        void openTunnel({ ...request, desktopOf, client: clients.tunnels, signal: ended.signal, log });
      },
    }),
  });
  // At once, so that nothing is assigned meanwhile that would be refused.
  facts.onClosed = () => void control.send(heartbeat());
  facts.onReadiness = (ready) => {
    if (ready) environments.retryNow();
  };

  const refused = new AbortController();
  const joined = control.run(ended.signal).then((refusal) => {
    if (refusal) refused.abort(refusal);
  });
  const loops = [joined, environments.watch(ended.signal), facts.run(ended.signal)];
  await aborted(AbortSignal.any([signal, refused.signal]));
  log.info({ episodes: episodes.running.length }, "stopping");
  thumbnails.stop();
  await Promise.all([episodes.stop(STOP.episodesMs), training.stop(STOP.trainersMs)]);
  if (control.connected) await settledWithin(uploader.flush(), STOP.deliveryMs);
  environments.close();
  if (await settledWithin(provider.close({ destroyAll: true }), STOP.desktopsMs)) {
    environments.reportStopped();
    await delay(STOP.goodbyeMs, ended.signal);
  } else log.warn("desktops are left; the next start of this worker removes them");
  ended.abort();
  await Promise.allSettled([...loops, ...background]);
  await journal.close();
  await settledWithin(parts.tracing.stop(), STOP.spansMs);
  log.info("stopped");
  await note.settled();
  if (refused.signal.aborted) throw new RefusedError(AppError.from(refused.signal.reason));
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
