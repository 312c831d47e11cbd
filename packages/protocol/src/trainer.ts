/**
 * The trainer protocol: JSON lines between a worker and the process that trains. The worker writes `TrainerCommand` to the
 * trainer's standard input and reads `TrainerMessage` from its standard output; standard error is log text. Checkpoints
 * and pools are files in the job's folder, named by the message; their bytes never travel in a line.
 */
import { ActionOutcome, EpisodeCause, PhaseKind, PhaseSettings, PhaseStart, Verdict } from "@deskrl/domain";
import { z } from "zod";

export const TRAINER_PROTOCOL_VERSION = 1;

/** All a trainer needs to carry out a phase. Paths are on the worker's disk; null where there is none. */
export const TrainerJob = z.object({
  version: z.literal(TRAINER_PROTOCOL_VERSION),
  jobId: z.string(),
  runId: z.string(),
  phaseId: z.string(),
  attempt: z.number().int(),
  kind: PhaseKind,
  settings: PhaseSettings,
  start: PhaseStart,
  seed: z.number().int(),
  suite: z.object({ seed: z.number(), trainTasks: z.number(), heldOutTasks: z.number() }),
  actionSpace: z.enum(["api-gui", "gui"]),
  invalidLimit: z.number(),
  /** The checkpoint the phase before ended with. */
  previousCheckpoint: z.string().nullable(),
  /** The latest checkpoint of this phase: the trainer goes on at exactly its step. */
  resumeCheckpoint: z.string().nullable(),
  /** Pools of successes of the RL phases of this branch (entropulse only). */
  pools: z.array(z.string()),
  /** Number of the policy version this phase begins with. */
  policyVersion: z.number().int(),
  /** Folder for the files of this job. */
  folder: z.string(),
});
export type TrainerJob = z.infer<typeof TrainerJob>;

export const TrainerCommand = z.discriminatedUnion("type", [
  z.object({ type: z.literal("start"), job: TrainerJob }),
  /** Writes a checkpoint after the unit of work at hand, answers `paused` and waits. */
  z.object({ type: z.literal("pause") }),
  z.object({ type: z.literal("resume") }),
  z.object({ type: z.literal("checkpoint") }),
  /** Ends the phase after the unit of work at hand as if it had been planned so: `finished`. */
  z.object({ type: z.literal("finish") }),
  /** Ends without a result. */
  z.object({ type: z.literal("stop") }),
  /** Reports up to this number are stored; the trainer keeps at most `MAX_UNACKNOWLEDGED` ahead. */
  z.object({ type: z.literal("acknowledge"), report: z.number().int() }),
]);
export type TrainerCommand = z.infer<typeof TrainerCommand>;

/** Reports a trainer may be ahead of what is stored. */
export const MAX_UNACKNOWLEDGED = 16;

export const PlayedStep = z.object({
  code: z.string(),
  outcome: ActionOutcome,
  result: z.string(),
  reward: z.number().nullable(),
  advantage: z.number().nullable().optional(),
  logProb: z.number(),
  entropy: z.number(),
  candidates: z.number().int(),
  chosen: z.number().int(),
  /** It called an application's API. */
  api: z.boolean(),
});
export type PlayedStep = z.infer<typeof PlayedStep>;

/** One episode that was played by the learner's own rollouts: all that is recorded of it. */
export const PlayedEpisode = z.object({
  /** The same for the same phase, iteration, group, member and retry, so that it can be sent twice. */
  id: z.string(),
  taskKey: z.string(),
  /** −1 for demonstrations and evaluations. */
  group: z.number().int(),
  member: z.number().int(),
  iteration: z.number().int(),
  policyVersion: z.number().int(),
  seed: z.number().int(),
  split: z.enum(["train", "params", "phrasing", "template"]),
  verdict: Verdict,
  cause: EpisodeCause.nullable(),
  reason: z.string().nullable(),
  steps: z.array(PlayedStep),
});
export type PlayedEpisode = z.infer<typeof PlayedEpisode>;

export const GroupSummary = z.object({
  iteration: z.number().int(),
  index: z.number().int(),
  taskKey: z.string(),
  size: z.number().int(),
  state: z.enum(["trained", "no_spread", "dropped"]),
  reason: z.string().nullable(),
  rewardMean: z.number().nullable(),
  rewardStd: z.number().nullable(),
  succeeded: z.number().int(),
  invalid: z.number().int(),
  retries: z.number().int(),
});
export type GroupSummary = z.infer<typeof GroupSummary>;

/** A number of a metric; JSON has none for these three. */
export const MetricValue = z.union([z.number(), z.enum(["NaN", "Infinity", "-Infinity"])]);

/** The make-up of the set an Entropulse phase trains on. */
export const PoolReport = z.object({
  tasks: z.number(),
  successes: z.number(),
  chosen: z.number(),
  /** Chosen trajectories a task: how many tasks have 1, 2, … */
  perTask: z.array(z.object({ trajectories: z.number(), tasks: z.number() })),
  versions: z.array(z.object({ version: z.number(), chosen: z.number() })),
  /** Share of chosen trajectories whose list of actions differs from every other of the same task. */
  distinctShare: z.number(),
});
export type PoolReport = z.infer<typeof PoolReport>;

const file = z.object({ path: z.string(), hash: z.string(), bytes: z.number() });

export const TrainerMessage = z.discriminatedUnion("type", [
  /** Started or restored; what a resume put back is named item by item. */
  z.object({
    type: z.literal("ready"),
    plannedSteps: z.number().int(),
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
  }),
  /** One unit of work is done. `report` counts from 0 within the job, without gaps. */
  z.object({
    type: z.literal("report"),
    report: z.number().int(),
    /** Units done of this phase, including this one. */
    step: z.number().int(),
    policyVersion: z.number().int(),
    metrics: z.record(z.string(), MetricValue),
    episodes: z.array(PlayedEpisode),
    groups: z.array(GroupSummary),
    at: z.number(),
  }),
  /** A sign of life inside a unit of work. */
  z.object({ type: z.literal("progress"), done: z.number(), total: z.number(), what: z.string() }),
  /** A checkpoint that was read back after writing. It holds all reports before `report`. */
  z.object({ type: z.literal("checkpoint"), step: z.number().int(), report: z.number().int(), file }),
  /** Paused with this checkpoint. `reason` is set when it paused itself. */
  z.object({
    type: z.literal("paused"),
    step: z.number().int(),
    report: z.number().int(),
    file,
    reason: z.string().nullable(),
  }),
  z.object({ type: z.literal("resumed") }),
  z.object({
    type: z.literal("finished"),
    step: z.number().int(),
    report: z.number().int(),
    file,
    pool: file.nullable(),
    poolReport: PoolReport.nullable(),
    /** Results of an evaluation: success and entropy by split. */
    evaluation: z.record(z.string(), z.number()).nullable(),
  }),
  z.object({ type: z.literal("stopped") }),
  z.object({
    type: z.literal("failed"),
    code: z.string(),
    message: z.string(),
    where: z.string().optional(),
    fix: z.string().optional(),
  }),
]);
export type TrainerMessage = z.infer<typeof TrainerMessage>;
