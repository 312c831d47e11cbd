import { parseEnv } from "@deskrl/config";
import { z } from "zod";

const Port = z.coerce.number().int().min(0).max(65_535);
const Seconds = z.coerce.number().positive().max(3_600);

const ControlPlaneEnv = z.object({
  DATABASE_URL: z.string().min(1),
  /** Holds blobs, the first admin's password and local tokens. */
  DESKRL_DATA_DIR: z.string().min(1),
  DESKRL_HOST: z.string().min(1).default("127.0.0.1"),
  /** For browsers. 0: any free port. */
  DESKRL_PORT: Port.default(4400),
  /** For workers. */
  DESKRL_GRPC_PORT: Port.default(4401),
  /** Where the dashboard's server listens; everything that is not the control plane's is passed on to it. */
  DESKRL_DASHBOARD_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Where it listens for workers; as for browsers when left out. */
  DESKRL_GRPC_HOST: z.string().min(1).optional(),
  /** `auto`: TLS as soon as other machines reach the port. */
  DESKRL_GRPC_TLS: z.enum(["auto", "always", "never"]).default("auto"),
  /** How workers reach this server, when that is neither this machine's name nor an address of it. */
  DESKRL_WORKER_ADDRESS: z.url({ protocol: /^https?$/ }).optional(),
  /** `true` lets it listen where other machines reach it, which is for behind a proxy that speaks TLS. */
  DESKRL_ALLOW_PUBLIC: z.enum(["true", "false"]).default("false"),
  /** A token made outside that workers join with, such as a secret that their containers share. */
  DESKRL_WORKER_TOKEN: z.string().min(1).optional(),
  /** Where the first admin's password is told, once: in a file of the data folder, or in the log of a container. */
  DESKRL_FIRST_ADMIN: z.enum(["file", "log"]).default("file"),
  LEASE_TTL_SECONDS: Seconds.default(15),
  HEARTBEAT_INTERVAL_SECONDS: Seconds.default(2),
  /** Below the shortest time after which a proxy in between drops a quiet connection. */
  VNC_PING_INTERVAL_SECONDS: Seconds.default(20),
  /** Where spans of episodes are sent (OTLP over HTTP), such as http://127.0.0.1:4318; nowhere when left out. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});
export type ControlPlaneEnv = z.infer<typeof ControlPlaneEnv>;

/** @throws AppError naming every variable that is missing or wrong */
export function readEnv(): ControlPlaneEnv {
  return parseEnv(ControlPlaneEnv, process.env);
}
