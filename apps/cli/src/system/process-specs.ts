import { join } from "node:path";
import { inheritedEnv } from "../env.ts";
import { type DataLayout, ROOT } from "../paths.ts";
import { nextBin } from "./dashboard-build.ts";
import type { SystemOptions } from "./start-system.ts";
import type { ProcessSpec } from "./supervised-process.ts";

const WITH_PARENT = ["--import", new URL("./exit-with-parent.mjs", import.meta.url).href];

const typescript = (main: string) => ({
  command: process.execPath,
  args: [...WITH_PARENT, "--import", "tsx", join(ROOT, main)],
});

/** Leaves out what is undefined: an environment variable set to "undefined" is a mistake of its own. */
function variables(values: Record<string, string | number | boolean | undefined>): NodeJS.ProcessEnv {
  const set = Object.entries(values).filter(([, value]) => value !== undefined);
  return {
    ...inheritedEnv,
    NODE_ENV: "production",
    ...Object.fromEntries(set.map(([key, value]) => [key, String(value)])),
  };
}

export function controlPlaneProcess(
  options: SystemOptions & {
    host: string;
    port: number;
    grpcHost: string;
    grpcPort: number;
    dashboardPort: number | null;
    databaseUrl: string;
    layout: DataLayout;
  },
): ProcessSpec {
  return {
    name: "control-plane",
    ...typescript("apps/control-plane/src/main.ts"),
    logFile: join(options.layout.logs, "control-plane.log"),
    env: variables({
      DATABASE_URL: options.databaseUrl,
      DESKRL_DATA_DIR: options.layout.controlPlane,
      DESKRL_HOST: options.host,
      DESKRL_PORT: options.port,
      DESKRL_GRPC_HOST: options.grpcHost,
      DESKRL_GRPC_PORT: options.grpcPort,
      DESKRL_DASHBOARD_URL:
        options.dashboardPort === null ? undefined : `http://127.0.0.1:${options.dashboardPort}`,
      LEASE_TTL_SECONDS: options.leaseTtlSeconds,
    }),
  };
}

/** Exit code of a worker that the control plane will not have. */
export const WORKER_REFUSED = 78;

export function workerProcess(
  options: Pick<SystemOptions, "desktops" | "warmDesktops" | "provider" | "trainers" | "keepJournal"> & {
    image?: string | undefined;
    /** With the fingerprint of the certificate where there is one. */
    controlPlane: string;
    workerToken: string;
    name?: string | undefined;
    labels?: readonly string[] | undefined;
    layout: DataLayout;
  },
): ProcessSpec {
  return {
    name: "worker",
    ...typescript("apps/worker/src/main.ts"),
    logFile: join(options.layout.logs, "worker.log"),
    env: variables({
      DESKRL_CONTROL_PLANE_URL: options.controlPlane,
      DESKRL_WORKER_NAME: options.name,
      DESKRL_WORKER_LABELS: options.labels?.join(" "),
      DESKRL_WORKER_TOKEN: options.workerToken,
      DESKRL_DATA_DIR: options.layout.worker,
      DESKRL_DESKTOPS: options.desktops,
      DESKRL_WARM_DESKTOPS: options.warmDesktops,
      DESKRL_PROVIDER: options.provider,
      DESKRL_TRAINERS: options.trainers,
      DESKRL_IMAGE: options.image,
      DESKRL_KEEP_JOURNAL: options.keepJournal,
    }),
  };
}

export function dashboardProcess(port: number, logs: string): ProcessSpec {
  return {
    name: "dashboard",
    command: process.execPath,
    args: [
      ...WITH_PARENT,
      nextBin(),
      "start",
      join(ROOT, "apps", "dashboard"),
      "-p",
      String(port),
      "-H",
      "127.0.0.1",
    ],
    logFile: join(logs, "dashboard.log"),
    env: variables({ NEXT_TELEMETRY_DISABLED: "1" }),
  };
}
