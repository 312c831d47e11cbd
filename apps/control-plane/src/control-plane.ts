import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type { TrainingCatalog, WorkerDoor } from "@deskrl/api";
import type { CoreContext } from "@deskrl/core";
import type { EventRelay, Leadership } from "@deskrl/db";
import type { Event } from "@deskrl/domain";
import type { SuitePackage } from "@deskrl/tasks";
import { createEnvironmentCommands } from "./environment-commands.ts";
import { EnvironmentCommander } from "./gateway/environment-commander.ts";
import type { GatewayContext, WorkerTiming } from "./gateway/gateway-context.ts";
import { startGrpcServer } from "./gateway/grpc-server.ts";
import { TunnelBroker } from "./gateway/tunnel-broker.ts";
import { WorkerRegistry } from "./gateway/worker-registry.ts";
import { checkReadiness } from "./health/check-readiness.ts";
import { DataDisk } from "./health/data-disk.ts";
import { createProbes } from "./health/probes.ts";
import { createDashboardProxy, type DashboardProxy } from "./http/dashboard-proxy.ts";
import { closeHttpServer, createHttpServer, listen } from "./http/http-server.ts";
import { createRequestListener } from "./http/router.ts";
import { createTrpcHandler } from "./http/trpc-handler.ts";
import { withDeadline } from "./lib/deadline.ts";
import type { ReportError } from "./lib/error-reporter.ts";
import type { Log } from "./lib/log.ts";
import { startTracing } from "./lib/tracing.ts";
import { createCollector } from "./metrics/collect.ts";
import { createMetrics, type Metrics } from "./metrics/create-metrics.ts";
import { observeEvents } from "./metrics/observe.ts";
import { EventFeed } from "./push/event-feed.ts";
import { startSocketServer } from "./push/socket-server.ts";
import { ThumbnailHub } from "./push/thumbnail-hub.ts";
import { type Reconcilers, startReconcilers } from "./reconcile/start-reconcilers.ts";
import { prepare } from "./start/prepare.ts";
import { loadWorkerCertificate } from "./tls/worker-certificate.ts";
import { needsTls, workerDoor } from "./tls/worker-door.ts";
import { TrainingTasks } from "./training/training-tasks.ts";
import { createViewTickets } from "./vnc/issue-view-ticket.ts";
import { ViewTicketStore } from "./vnc/view-ticket-store.ts";
import { VncGateway } from "./vnc/vnc-gateway.ts";

export interface ControlPlaneOptions {
  core: CoreContext;
  log: Log;
  report: ReportError;
  dataDir: string;
  /** A token made outside that workers join with. */
  givenWorkerToken?: string | null;
  /** Where the first admin's password is told. @default "file" */
  tellFirstAdmin?: "file" | "log";
  host: string;
  port: number;
  /** Where workers dial. @default as browsers */
  grpcHost?: string;
  grpcPort: number;
  /** @default "auto": TLS where other machines reach the port */
  grpcTls?: "auto" | "always" | "never";
  /** How workers on other machines reach the port, when this process cannot know. */
  workerAddress?: string | null;
  dashboardUrl: string | null;
  timing: WorkerTiming;
  vncPingIntervalMs: number;
  version: string;
  loadSuites: () => Promise<SuitePackage[]>;
  /** Settings of training phases. */
  training: TrainingCatalog;
  /** Names this process among the control planes on the database. @default random */
  instanceId?: string;
  /** Takes part in the election of the control plane that leads. */
  createLeadership: (name: string, onChange: (leading: boolean) => void) => Leadership;
  /** Sends spans of episodes there (OTLP over HTTP), such as http://127.0.0.1:4318. @default nowhere */
  traceEndpoint?: string | undefined;
  /** Space of the data folder. @default measured */
  disk?: DataDisk;
  /** Names of migrations that this version has and the database lacks. */
  missingMigrations: () => Promise<string[]>;
  /** Follows the outbox from now on. */
  createRelay: (onEvents: (events: Event[]) => void) => EventRelay;
}

export interface ControlPlane {
  /** Address for browsers. */
  url: string;
  /** Address for workers. */
  grpcUrl: string;
  stop(): Promise<void>;
}

/** What is left of spans has this long to be sent at the end. */
const SPANS_MS = 2_000;

/** Starts the server on a migrated database; resolves when both ports answer. */
export async function startControlPlane(options: ControlPlaneOptions): Promise<ControlPlane> {
  const { core, log, report, host, timing, grpcHost = host } = options;
  const instanceId = options.instanceId ?? newInstanceId();
  await prepare(options);
  const feed = new EventFeed();
  const relay = options.createRelay((events) => feed.publish(events));
  await relay.ready;
  feed.startAt(relay.latestSequence());

  const workers = new WorkerRegistry();
  const thumbnails = new ThumbnailHub(workers);
  const tickets = new ViewTicketStore({ clock: core.clock });
  const metrics = createMetrics();
  const disk = options.disk ?? new DataDisk(options.dataDir);
  await disk.look();
  const tracing = await startTracing({
    ...{ endpoint: options.traceEndpoint, instanceId, version: options.version },
  });
  feed.subscribe(({ events }) => observeEvents(metrics, events));
  const gateway: GatewayContext = {
    core,
    metrics,
    workers,
    thumbnails,
    timing,
    instanceId,
    log,
    report,
    tunnels: new TunnelBroker(),
    trainingTasks: new TrainingTasks(core),
    commander: new EnvironmentCommander(workers),
    onAdmitted: () => reconcilers.workerAdmitted(),
  };
  const reconcilers: Reconcilers = startReconcilers({
    ...gateway,
    feed,
    tickets,
    leaseTtlMs: timing.leaseTtlMs,
    disk,
    tracer: tracing.tracer,
    onSwept: ({ blobs, bytes, unreferenced, unreferencedBytes }) => {
      metrics.blobs.set(blobs - unreferenced);
      metrics.blobBytes.set(bytes - unreferencedBytes);
    },
    createLeadership: (onChange) => options.createLeadership(instanceId, onChange),
  });
  const tls = needsTls({ host: grpcHost, mode: options.grpcTls ?? "auto" })
    ? await loadWorkerCertificate(options)
    : null;
  const grpc = await startGrpcServer({ gateway, host: grpcHost, port: options.grpcPort, tls });
  const door = workerDoor({ host: grpcHost, port: grpc.port, tls, address: options.workerAddress ?? null });

  const dashboard = createDashboardProxy(options.dashboardUrl);
  const vnc = new VncGateway({ ...gateway, feed, tickets, pingIntervalMs: options.vncPingIntervalMs });
  const http = createHttpServer({
    listener: createListener(options, {
      ...{ gateway, metrics, disk, reconcilers, feed, tickets, door, vnc, dashboard },
    }),
    vnc,
    dashboard,
  });
  const onClients = (count: number) => metrics.sockets.set(count);
  const stopSockets = startSocketServer({ http, core, feed, thumbnails, onClients, onError: report });
  const port = await listen(http, { host, port: options.port });
  const url = `http://${host}:${port}`;
  const grpcUrl = `${tls ? "https" : "http"}://${grpcHost}:${grpc.port}`;
  log.info({ url, grpcUrl, instanceId, version: options.version }, "control plane started");

  return {
    url,
    grpcUrl,
    async stop() {
      await vnc.stop();
      await stopSockets();
      await reconcilers.stop();
      await grpc.stop();
      await closeHttpServer(http);
      dashboard.close();
      await relay.close();
      await withDeadline(tracing.stop(), SPANS_MS, () => {});
      log.info("control plane stopped");
    },
  };
}

/** The machine's name for a person, and something that no other process has. */
function newInstanceId(): string {
  return `${hostname().slice(0, 24)}-${randomBytes(4).toString("hex")}`;
}

interface ListenerParts {
  gateway: GatewayContext;
  metrics: Metrics;
  disk: DataDisk;
  reconcilers: Reconcilers;
  feed: EventFeed;
  tickets: ViewTicketStore;
  door: WorkerDoor;
  vnc: VncGateway;
  dashboard: DashboardProxy;
}

function createListener(
  options: ControlPlaneOptions,
  { gateway, metrics, disk, reconcilers, feed, tickets: store, door, vnc, dashboard }: ListenerParts,
): Parameters<typeof createHttpServer>[0]["listener"] {
  const { core, log, training, version, dataDir } = options;
  const { workers, commander, tunnels, instanceId } = gateway;
  const commands = createEnvironmentCommands({ core, commander });
  const openViews = (actorId?: string) => vnc.openViews(actorId);
  const tickets = createViewTickets({ core, workers, store, openViews });
  const leader = () => reconcilers.leader;
  const loops = () => reconcilers.health();
  const housekeeping = () => ({
    instance: instanceId,
    leader: leader(),
    problem: disk.problem,
    loops: loops(),
  });
  const assertRoom = () => disk.assertRoom();
  const trpc = createTrpcHandler({
    ...{ core, commands, tickets, training, door, housekeeping, assertRoom, metrics, log, version },
  });
  const probes = createProbes({ ...options, leader });
  const collect = createCollector(metrics, {
    ...{ core, dataDir, loops },
    position: () => feed.position,
    leading: () => reconcilers.leading,
    streams: () => ({ control: workers.all().length, tunnel: tunnels.openTunnels }),
  });
  const readiness = () => checkReadiness(probes);
  return createRequestListener({ core, trpc, dashboard, log, readiness, metrics, collect });
}
