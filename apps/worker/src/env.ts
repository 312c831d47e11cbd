import { codec, parseEnv } from "@deskrl/config";
import { WorkerLabel } from "@deskrl/domain";
import { z } from "zod";

const WorkerEnv = z.object({
  /** Where the control plane listens for workers; with `#sha256:…` the certificate to find there. */
  DESKRL_CONTROL_PLANE_URL: codec.url().default("http://127.0.0.1:4401"),
  DESKRL_WORKER_TOKEN: z.string().min(1),
  /** Holds the worker's id, its journal, and what the provider keeps. One worker a folder. */
  DESKRL_DATA_DIR: codec.path,
  /** Desktops this worker offers. */
  DESKRL_DESKTOPS: codec.integer({ min: 0, max: 10_000 }).default(4),
  /** Clean desktops kept ready beyond those in use. */
  DESKRL_WARM_DESKTOPS: codec.integer({ min: 0, max: 1_000 }).default(2),
  /** `auto`: real desktops where an engine answers, simulated ones where none does; never in a cluster. */
  DESKRL_PROVIDER: z.enum(["auto", "docker", "sim", "kubernetes"]).default("auto"),
  /** The cluster of `kubernetes`; the one this process runs in, else the user's own, when left out. */
  KUBECONFIG: z.string().min(1).optional(),
  /** Where its pods are made; the namespace of the configuration when left out. */
  DESKRL_KUBERNETES_NAMESPACE: z.string().min(1).optional(),
  /** How guests are reached; by pod address inside the cluster and through the API server outside, when left out. */
  DESKRL_KUBERNETES_REACH: z.enum(["pod-ip", "port-forward"]).optional(),
  /** Nodes, tolerations, priority, pull secrets and share of the limits that pods ask for, as JSON. */
  DESKRL_KUBERNETES_PLACEMENT: z.string().min(1).optional(),
  /** Trainers this worker runs at a time. */
  DESKRL_TRAINERS: codec.integer({ min: 0, max: 64 }).default(1),
  /** Where the engine listens, as for the docker command; the local socket when left out. */
  DOCKER_HOST: z.string().min(1).optional(),
  /** Silence after which a trainer at work counts as stuck. */
  DESKRL_TRAINER_STALL: codec.duration.default(60_000),
  DESKRL_IMAGE: z.string().min(1).default("deskrl/desktop:latest"),
  DESKRL_WORKER_NAME: z.string().min(1).optional(),
  /** Words that runs can be pinned to, such as `gpu rack-2`. */
  DESKRL_WORKER_LABELS: codec.list(WorkerLabel).default([]),
  /** Keeps journals that the control plane has stored, for an audit. */
  DESKRL_KEEP_JOURNAL: codec.boolean.default(false),
  /** Where spans of episodes are sent (OTLP over HTTP), such as http://127.0.0.1:4318; nowhere when left out. */
  OTEL_EXPORTER_OTLP_ENDPOINT: codec.url().optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});
export type WorkerEnv = z.infer<typeof WorkerEnv>;

/** @throws EnvError naming every variable that is missing or wrong */
export function readEnv(): WorkerEnv {
  return parseEnv(WorkerEnv, process.env);
}
