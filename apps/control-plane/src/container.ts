import { join } from "node:path";
import { createFilesystemBlobStore } from "@deskrl/blobs";
import { type CoreContext, createCoreContext } from "@deskrl/core";
import { createDatabase, createEventRelay, createLeadership, migrate, missingMigrations } from "@deskrl/db";
import { loadBuiltInSuites } from "@deskrl/tasks";
import { officeGenSuite } from "@deskrl/tasks/generator";
import { EpisodeReplayer } from "@deskrl/training/replay";
import { resolveSettings, SETTINGS } from "@deskrl/training/settings";
import packageJson from "../package.json" with { type: "json" };
import type { ControlPlaneOptions } from "./control-plane.ts";
import type { ControlPlaneEnv } from "./env.ts";
import { createErrorReporter, type ReportError } from "./lib/error-reporter.ts";
import { createLog, type Log } from "./lib/log.ts";

export interface Container {
  core: CoreContext;
  log: Log;
  options: ControlPlaneOptions;
  /** Brings the database to this version; answers what was applied. */
  migrate: () => Promise<string[]>;
}

/** Number of the advisory lock that the leading control plane holds. */
const LEADER_LOCK = 7_311_010;

/** Every concrete choice of this process. */
export function createContainer(env: ControlPlaneEnv): Container {
  const url = env.DATABASE_URL;
  const dataDir = env.DESKRL_DATA_DIR;
  const log = createLog({ level: env.LOG_LEVEL });
  const report: ReportError = createErrorReporter({ log });
  const blobs = createFilesystemBlobStore({ root: join(dataDir, "blobs") });
  const core = createCoreContext({ db: createDatabase({ url }), blobs, replayer: new EpisodeReplayer() });
  return {
    core,
    log,
    migrate: () => migrate({ url }),
    options: {
      core,
      log,
      report,
      dataDir,
      givenWorkerToken: env.DESKRL_WORKER_TOKEN ?? null,
      tellFirstAdmin: env.DESKRL_FIRST_ADMIN,
      host: env.DESKRL_HOST,
      port: env.DESKRL_PORT,
      grpcHost: env.DESKRL_GRPC_HOST ?? env.DESKRL_HOST,
      grpcPort: env.DESKRL_GRPC_PORT,
      grpcTls: env.DESKRL_GRPC_TLS,
      workerAddress: env.DESKRL_WORKER_ADDRESS ?? null,
      dashboardUrl: env.DESKRL_DASHBOARD_URL ?? null,
      timing: {
        heartbeatIntervalMs: env.HEARTBEAT_INTERVAL_SECONDS * 1_000,
        leaseTtlMs: env.LEASE_TTL_SECONDS * 1_000,
      },
      vncPingIntervalMs: env.VNC_PING_INTERVAL_SECONDS * 1_000,
      version: packageJson.version,
      loadSuites: async () => [...(await loadBuiltInSuites()), officeGenSuite()],
      training: {
        settings: SETTINGS,
        check: (kind, settings) => void resolveSettings(kind, settings),
      },
      traceEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
      missingMigrations: () => missingMigrations(core.db),
      createLeadership: (name, onChange) =>
        createLeadership({
          ...{ url, name, onChange, key: LEADER_LOCK },
          leaseMs: env.LEASE_TTL_SECONDS * 1_000,
          onError: (error) => report(error, "election of the leader"),
        }),
      createRelay: (onEvents) =>
        createEventRelay({ url, onEvents, onError: (error) => report(error, "event relay") }),
    },
  };
}
