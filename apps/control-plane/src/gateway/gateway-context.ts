import type { CoreContext } from "@deskrl/core";
import type { ReportError } from "../lib/error-reporter.ts";
import type { Log } from "../lib/log.ts";
import type { Metrics } from "../metrics/create-metrics.ts";
import type { ThumbnailHub } from "../push/thumbnail-hub.ts";
import type { TrainingTasks } from "../training/training-tasks.ts";
import type { EnvironmentCommander } from "./environment-commander.ts";
import type { TunnelBroker } from "./tunnel-broker.ts";
import type { WorkerRegistry } from "./worker-registry.ts";

export interface WorkerTiming {
  heartbeatIntervalMs: number;
  /** How long an episode stays a worker's without a heartbeat. */
  leaseTtlMs: number;
}

/** What the worker gateway works with. */
export interface GatewayContext {
  core: CoreContext;
  workers: WorkerRegistry;
  tunnels: TunnelBroker;
  commander: EnvironmentCommander;
  thumbnails: ThumbnailHub;
  trainingTasks: TrainingTasks;
  timing: WorkerTiming;
  /** Names this process among the control planes on the database. */
  instanceId: string;
  metrics: Pick<Metrics, "ingested" | "grpcSeconds">;
  log: Log;
  report: ReportError;
  /** A worker has come: there may be work for it. */
  onAdmitted: (workerId: string) => void;
}
