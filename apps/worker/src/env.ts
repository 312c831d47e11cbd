import { parseEnv } from "@deskrl/config";
import { z } from "zod";

const Flag = z.enum(["true", "false"]).transform((text) => text === "true");

const WorkerEnv = z.object({
  /** Where the control plane listens for workers. */
  DESKRL_CONTROL_PLANE_URL: z.url().default("http://127.0.0.1:4401"),
  DESKRL_WORKER_TOKEN: z.string().min(1),
  /** Holds the worker's id, its journal, and what the provider keeps. One worker a folder. */
  DESKRL_DATA_DIR: z.string().min(1),
  /** Desktops this worker offers. */
  DESKRL_DESKTOPS: z.coerce.number().int().min(0).max(10_000).default(4),
  /** Clean desktops kept ready beyond those in use. */
  DESKRL_WARM_DESKTOPS: z.coerce.number().int().min(0).max(1_000).default(2),
  DESKRL_IMAGE: z.string().min(1).default("deskrl/desktop:latest"),
  DESKRL_WORKER_NAME: z.string().min(1).optional(),
  /** Keeps journals that the control plane has stored, for an audit. */
  DESKRL_KEEP_JOURNAL: Flag.default(false),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});
export type WorkerEnv = z.infer<typeof WorkerEnv>;

/** @throws AppError naming every variable that is missing or wrong */
export function readEnv(): WorkerEnv {
  return parseEnv(WorkerEnv, process.env);
}
