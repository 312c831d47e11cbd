import { z } from "zod";
import { idSchema } from "./ids.ts";
import type { TransitionTable } from "./machine.ts";
import { TemplateName } from "./template.ts";
import { WorkerLabel } from "./worker.ts";

export const RunState = z.enum([
  "requested",
  "running",
  "pausing",
  "paused",
  "stopping",
  "stopped",
  "finished",
]);
export type RunState = z.infer<typeof RunState>;

export const RUN_TRANSITIONS: TransitionTable<RunState> = {
  requested: ["running", "pausing", "stopping"],
  running: ["pausing", "stopping", "finished"],
  pausing: ["paused", "running", "stopping", "finished"],
  paused: ["running", "stopping"],
  stopping: ["stopped"],
  stopped: [],
  finished: [],
};

export const RunDesiredState = z.enum(["running", "paused", "stopped"]);
export type RunDesiredState = z.infer<typeof RunDesiredState>;

/** Policies that an evaluation can be started with. */
export const PolicyName = z.enum(["oracle", "random"]);
export type PolicyName = z.infer<typeof PolicyName>;

/** What acts in a run: `embedded` is trained by it, `external` acts somewhere else and only its numbers come here. */
export const RunPolicy = z.enum([...PolicyName.options, "embedded", "external"]);
export type RunPolicy = z.infer<typeof RunPolicy>;

/** `training`: its phases are planned by a `TrainingSpec`. `external`: another trainer logs its numbers here. */
export const RunKind = z.enum(["evaluation", "training", "external"]);
export type RunKind = z.infer<typeof RunKind>;

/** Which desktops a run is given when they are short. It may be changed while the run goes on. */
export const RunPlacement = z.object({
  /** Its weight when desktops are short: 3 gets three desktops for each one of a run with 1. 1 when absent. */
  priority: z.number().int().min(1).max(10).optional(),
  /** Pins it to these workers, and to those with one of `labels`. Any worker when both are absent or empty. */
  workers: z.array(idSchema("worker")).max(1_000).optional(),
  labels: z.array(WorkerLabel).max(100).optional(),
});
export type RunPlacement = z.infer<typeof RunPlacement>;

/** What a person asks for when starting a run. */
export const RunSpec = z.object({
  name: z.string().min(1).max(120).optional(),
  suite: z.string().min(1).max(200),
  policy: RunPolicy,
  /** Planned episodes; tasks are taken in turn, so 80 over 40 tasks is two each. */
  episodes: z.number().int().min(1).max(1_000_000),
  /** At most this many desktops at work for this run at a time. */
  desktops: z.number().int().min(1).max(10_000).default(4),
  maxSteps: z.number().int().min(1).max(1_000).default(30),
  /** Extra attempts in the whole run for episodes that the machinery broke. */
  retryBudget: z.number().int().min(0).default(20),
  /** Only tasks whose id or application is named here; all when empty. */
  tasks: z.array(z.string().max(500)).max(10_000).default([]),
  seed: z.number().int().default(0),
  /** Kind of desktop that its episodes need; `office` when absent. */
  template: TemplateName.optional(),
  ...RunPlacement.shape,
  /**
   * Least time a decision takes, in ms. Built-in policies decide at once; with a pace a person can follow them, and a
   * fleet under test is as busy as one whose model thinks for that long.
   */
  paceMs: z.number().int().min(0).max(600_000).default(0),
});
export type RunSpec = z.infer<typeof RunSpec>;

/** Counts of a run, always kept apart. Planned = succeeded + failed + invalid (given up) + open positions. */
export const RunCounts = z.object({
  planned: z.number().int(),
  queued: z.number().int(),
  active: z.number().int(),
  succeeded: z.number().int(),
  failed: z.number().int(),
  /** Positions that ended invalid for good. */
  invalid: z.number().int(),
  /** Invalid attempts that were tried again. */
  retried: z.number().int(),
});
export type RunCounts = z.infer<typeof RunCounts>;

export const Run = z.object({
  id: idSchema("run"),
  name: z.string(),
  kind: RunKind,
  spec: RunSpec,
  state: RunState,
  desiredState: RunDesiredState,
  stateReason: z.string().nullable(),
  requestedBy: z.string(),
  counts: RunCounts,
  createdAt: z.coerce.date(),
  startedAt: z.coerce.date().nullable(),
  finishedAt: z.coerce.date().nullable(),
});
export type Run = z.infer<typeof Run>;

/** Whether a run may have desktops of a worker. */
export function mayUse(
  { workers = [], labels = [] }: Pick<RunPlacement, "workers" | "labels">,
  worker: { id: string; labels: readonly string[] },
): boolean {
  if (workers.length === 0 && labels.length === 0) return true;
  return workers.includes(worker.id) || labels.some((label) => worker.labels.includes(label));
}
