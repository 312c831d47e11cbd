import { z } from "zod";
import { idSchema } from "./ids.ts";
import type { TransitionTable } from "./machine.ts";
import { RunPlacement } from "./run.ts";

export const PhaseKind = z.enum(["bc", "rl", "entropulse", "eval"]);
export type PhaseKind = z.infer<typeof PhaseKind>;

/** What a kind of phase is called in sentences. */
export const PHASE_WORDS: Readonly<Record<PhaseKind, string>> = {
  bc: "BC",
  rl: "RL",
  entropulse: "Entropulse",
  eval: "evaluation",
};

/**
 * `starting`: a job is queued or its trainer is being restored. `pausing` and `finishing` wait for the trainer's
 * acknowledgement with a checkpoint. `failed` can be resumed from the last good checkpoint. `ended_short`: the trainer
 * ended before the planned updates were made.
 */
export const PhaseState = z.enum([
  "requested",
  "starting",
  "running",
  "pausing",
  "paused",
  "finishing",
  "finished",
  "ended_short",
  "failed",
  "stopping",
  "stopped",
]);
export type PhaseState = z.infer<typeof PhaseState>;

export const PHASE_TRANSITIONS: TransitionTable<PhaseState> = {
  requested: ["starting", "paused", "stopped"],
  starting: ["running", "pausing", "paused", "finishing", "stopping", "stopped", "failed"],
  running: ["starting", "pausing", "paused", "finishing", "finished", "ended_short", "stopping", "failed"],
  pausing: ["starting", "paused", "finishing", "finished", "stopping", "failed"],
  paused: ["requested", "starting", "finished", "ended_short", "stopped"],
  finishing: ["starting", "finished", "ended_short", "stopping", "failed"],
  failed: ["starting", "stopped"],
  stopping: ["starting", "stopped"],
  finished: [],
  ended_short: [],
  stopped: [],
};

/** `finished`: end at the next iteration, keep what was learnt, go on to the next phase. `stopped`: end the branch. */
export const PhaseDesiredState = z.enum(["running", "paused", "finished", "stopped"]);
export type PhaseDesiredState = z.infer<typeof PhaseDesiredState>;

const FreshOrPrevious = z.enum(["fresh", "previous"]);

/**
 * What a phase takes over from the one before. A fresh optimiser and a new reference are what Entropulse asks of the RL
 * after it. Steps are always counted from 0.
 */
export const PhaseStart = z.object({
  weights: FreshOrPrevious,
  optimiser: FreshOrPrevious,
  reference: FreshOrPrevious,
  /**
   * The order of the training tasks: drawn anew, or gone on with where the last RL phase stopped. What is no RL hands it
   * on. @default fresh
   */
  data: FreshOrPrevious.optional(),
});
export type PhaseStart = z.infer<typeof PhaseStart>;

/** Settings of a phase by name (see the catalog of its kind in `@deskrl/training`); what is left out has its default. */
export const PhaseSettings = z.record(z.string(), z.union([z.number(), z.string(), z.boolean()]));
export type PhaseSettings = z.infer<typeof PhaseSettings>;

/** Arms a run forks into after its first RL phase; `main` before and without a fork. */
export const BranchArm = z.enum(["main", "entropulse", "continued", "reset"]);
export type BranchArm = z.infer<typeof BranchArm>;

/** What a person asks for when starting a training run. */
export const TrainingSpec = z.object({
  name: z.string().min(1).max(120).optional(),
  provider: z.enum(["sim"]).default("sim"),
  /** `automatic` presses the buttons by rule: BC → RL → Entropulse → RL. `manual` runs BC and RL, then waits. */
  plan: z.enum(["manual", "automatic"]).default("manual"),
  /** Forks every seed at the end of RL 1 into entropulse, continued and reset. Implies the automatic plan. */
  controls: z.boolean().default(false),
  seeds: z.array(z.number().int().min(0).max(2_000_000_000)).min(1).max(12).default([1]),
  /** Tasks of `office-gen`, made from `seed`; held-out ones per split. */
  suite: z
    .object({
      seed: z.number().int().min(0).default(1),
      trainTasks: z.number().int().min(8).max(5_000).default(300),
      heldOutTasks: z.number().int().min(8).max(1_000).default(240),
    })
    .default({ seed: 1, trainTasks: 300, heldOutTasks: 240 }),
  actionSpace: z.enum(["api-gui", "gui"]).default("api-gui"),
  settings: z
    .object({
      bc: PhaseSettings.default({}),
      rl: PhaseSettings.default({}),
      entropulse: PhaseSettings.default({}),
      eval: PhaseSettings.default({}),
    })
    .default({ bc: {}, rl: {}, entropulse: {}, eval: {} }),
  /** A phase pauses itself when more than this share of an iteration's episodes is invalid. */
  invalidLimit: z.number().min(0).max(1).default(0.2),
  /** With the automatic plan: ends an RL phase early and launches Entropulse as soon as the evidence suggests it. */
  autoEntropulse: z.boolean().default(false),
  /** As asked for; what holds now is in the run's own spec. */
  ...RunPlacement.shape,
});
export type TrainingSpec = z.infer<typeof TrainingSpec>;

export const TrainingBranch = z.object({
  id: idSchema("branch"),
  runId: idSchema("run"),
  seed: z.number().int(),
  arm: BranchArm,
  /** The branch and the step it was forked from; null for a `main`. */
  parentId: idSchema("branch").nullable(),
  forkStep: z.number().int().nullable(),
});
export type TrainingBranch = z.infer<typeof TrainingBranch>;

export const Phase = z.object({
  id: idSchema("phase"),
  runId: idSchema("run"),
  branchId: idSchema("branch"),
  /** Place in its branch, from 0. */
  ordinal: z.number().int().nonnegative(),
  kind: PhaseKind,
  state: PhaseState,
  desiredState: PhaseDesiredState,
  stateReason: z.string().nullable(),
  settings: PhaseSettings,
  start: PhaseStart,
  /** Who asked for the desired state and when; the reconciler's own acts are `deskrl`. */
  requestedBy: z.string(),
  requestedAt: z.coerce.date(),
  /** When the trainer acknowledged it (paused, finished, running again), null while it has not. */
  acknowledgedAt: z.coerce.date().nullable(),
  /** Steps of the branch before this phase began; a point's step is this plus the trainer's own. */
  startStep: z.number().int().nonnegative(),
  /** Units of work done and planned (updates, epochs' chunks). */
  step: z.number().int().nonnegative(),
  plannedSteps: z.number().int().nonnegative().nullable(),
  /** The step that the latest verified checkpoint holds, null before the first. */
  checkpointStep: z.number().int().nullable(),
  /** Attempts of a trainer at this phase: 1, and one more for each new trainer. */
  attempt: z.number().int().nonnegative(),
  /** Progress inside the step, such as "episodes 61 of 128", and when it was heard. */
  progress: z.object({ done: z.number(), total: z.number(), what: z.string() }).nullable(),
  progressAt: z.coerce.date().nullable(),
  /** What the last resume put back, each item named. */
  restored: z
    .object({
      step: z.number(),
      optimiser: z.boolean(),
      reference: z.boolean(),
      random: z.boolean(),
      dataCursor: z.number(),
      policyVersion: z.number(),
    })
    .nullable(),
  createdAt: z.coerce.date(),
  startedAt: z.coerce.date().nullable(),
  finishedAt: z.coerce.date().nullable(),
});
export type Phase = z.infer<typeof Phase>;

export const TrainingJobState = z.enum(["queued", "leased", "ended", "failed", "cancelled"]);
export type TrainingJobState = z.infer<typeof TrainingJobState>;

/** How far a rollout has come, for the funnel; the counts are of the whole run and always add up. */
export const Funnel = z.object({
  queued: z.number(),
  resetting: z.number(),
  acting: z.number(),
  judging: z.number(),
  waiting: z.number(),
  trained: z.number(),
  dropped: z.number(),
  verdict: z.enum(["environment-bound", "policy-bound", "trainer-bound", "idle"]),
  evidence: z.string(),
});
export type Funnel = z.infer<typeof Funnel>;
