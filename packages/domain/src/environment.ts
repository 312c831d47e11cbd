import { z } from "zod";
import { Size } from "./geometry.ts";
import { idSchema } from "./ids.ts";
import type { TransitionTable } from "./machine.ts";

export const EnvironmentState = z.enum([
  "requested",
  "starting",
  "ready",
  "leased",
  "resetting",
  "stopping",
  "stopped",
  "failed",
]);
export type EnvironmentState = z.infer<typeof EnvironmentState>;

/** Destroy (`stopping`) is legal from every state that is not the end. A failed environment can be recycled. */
export const ENVIRONMENT_TRANSITIONS: TransitionTable<EnvironmentState> = {
  requested: ["starting", "stopping", "failed"],
  starting: ["ready", "stopping", "failed"],
  ready: ["leased", "resetting", "stopping", "failed"],
  leased: ["resetting", "ready", "stopping", "failed"],
  resetting: ["ready", "leased", "stopping", "failed"],
  stopping: ["stopped", "failed"],
  stopped: [],
  failed: ["starting", "stopping", "stopped"],
};

export const EnvironmentDesiredState = z.enum(["running", "stopped"]);
export type EnvironmentDesiredState = z.infer<typeof EnvironmentDesiredState>;

export const ProviderName = z.enum(["docker", "vm", "sim", "kubernetes"]);
export type ProviderName = z.infer<typeof ProviderName>;

/** What to build a desktop from: an image and its limits. */
export const EnvironmentTemplate = z.object({
  name: z.string().min(1),
  provider: ProviderName,
  image: z.string().min(1),
  screen: Size.default({ width: 1280, height: 720 }),
  memoryMib: z.number().int().min(256).default(1536),
  cpuCores: z.number().positive().default(2),
  pidsLimit: z.number().int().min(64).default(512),
  shmMib: z.number().int().min(64).default(1024),
  /** `none`: the guest reaches nothing. `internet`: the task asked for a network. */
  network: z.enum(["none", "internet"]).default("none"),
});
export type EnvironmentTemplate = z.infer<typeof EnvironmentTemplate>;

/** One provisioned desktop, as every part of the system sees it. */
export const Environment = z.object({
  id: idSchema("environment"),
  workerId: idSchema("worker"),
  template: z.string(),
  provider: ProviderName,
  state: EnvironmentState,
  desiredState: EnvironmentDesiredState,
  /** Why it failed or was stopped, in words for a person. */
  stateReason: z.string().nullable(),
  /** Grows by one each time the desktop behind this id is replaced by a clean one. */
  generation: z.number().int().nonnegative(),
  screen: Size,
  episodeId: idSchema("episode").nullable(),
  /** The user who drives the desktop by hand; the agent is paused while it is set. */
  controlledBy: z.string().nullable(),
  createdAt: z.coerce.date(),
  updatedAt: z.coerce.date(),
});
export type Environment = z.infer<typeof Environment>;
