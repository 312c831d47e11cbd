import { z } from "zod";
import { idSchema } from "./ids.ts";
import type { TransitionTable } from "./machine.ts";

export const EpisodeState = z.enum(["queued", "resetting", "acting", "paused", "judging", "finished"]);
export type EpisodeState = z.infer<typeof EpisodeState>;

/** `finished` is reachable from everywhere: an episode can be cancelled or lost at any time. */
export const EPISODE_TRANSITIONS: TransitionTable<EpisodeState> = {
  queued: ["resetting", "finished"],
  resetting: ["acting", "queued", "finished"],
  acting: ["paused", "judging", "finished"],
  paused: ["acting", "judging", "finished"],
  judging: ["finished"],
  finished: [],
};

/** What came of an episode. `invalid` is the machinery's fault or a person's act: it has no reward. */
export const Verdict = z.enum(["succeeded", "failed", "invalid"]);
export type Verdict = z.infer<typeof Verdict>;

/** Why an episode ended as it did. */
export const FAILED_CAUSES = ["evaluator_rejected", "agent_gave_up", "step_limit", "time_limit"] as const;
export const INVALID_CAUSES = [
  "environment_start_failed",
  "environment_reset_failed",
  "environment_lost",
  "engine_unavailable",
  "engine_timeout",
  "guest_unreachable",
  "guest_timeout",
  "guest_error",
  "screenshot_missing",
  "setup_failed",
  "task_malformed",
  "evaluator_unknown",
  "evaluator_error",
  "policy_error",
  "disk_full",
  "worker_lost",
  "human_intervention",
  "cancelled",
  "internal",
] as const;
export const EpisodeCause = z.enum([...FAILED_CAUSES, ...INVALID_CAUSES]);
export type EpisodeCause = z.infer<typeof EpisodeCause>;
export const InvalidCause = z.enum(INVALID_CAUSES);
export type InvalidCause = z.infer<typeof InvalidCause>;

/** Causes that say nothing about the task, so that the episode is worth another attempt. */
export const RETRYABLE_CAUSES: ReadonlySet<EpisodeCause> = new Set<EpisodeCause>([
  "environment_start_failed",
  "environment_reset_failed",
  "environment_lost",
  "engine_unavailable",
  "engine_timeout",
  "guest_unreachable",
  "guest_timeout",
  "guest_error",
  "screenshot_missing",
  "setup_failed",
  "worker_lost",
  "internal",
]);

/** The judgement on a finished episode. A score exists only where there is a verdict on the policy. */
export const EpisodeResult = z.discriminatedUnion("verdict", [
  z.object({
    verdict: z.literal("succeeded"),
    score: z.number().min(0).max(1),
    cause: z.null(),
    reason: z.string(),
  }),
  z.object({
    verdict: z.literal("failed"),
    score: z.number().min(0).max(1),
    cause: z.enum(FAILED_CAUSES),
    reason: z.string(),
  }),
  z.object({
    verdict: z.literal("invalid"),
    score: z.null(),
    cause: z.enum(INVALID_CAUSES),
    reason: z.string(),
  }),
]);
export type EpisodeResult = z.infer<typeof EpisodeResult>;

/** A score at or above this is a success (evaluators may give fractions). */
export const SUCCESS_THRESHOLD = 1;

export const Episode = z.object({
  id: idSchema("episode"),
  runId: idSchema("run"),
  taskId: idSchema("task"),
  /** Position in the run's plan; attempts at the same position share it. */
  position: z.number().int().nonnegative(),
  /** 1 for the first try; a new attempt is a new episode, so nothing of an old one is overwritten. */
  attempt: z.number().int().positive(),
  state: EpisodeState,
  verdict: Verdict.nullable(),
  score: z.number().nullable(),
  cause: EpisodeCause.nullable(),
  reason: z.string().nullable(),
  policy: z.string(),
  policyVersion: z.string(),
  workerId: idSchema("worker").nullable(),
  environmentId: idSchema("environment").nullable(),
  stepCount: z.number().int().nonnegative(),
  queuedAt: z.coerce.date(),
  startedAt: z.coerce.date().nullable(),
  finishedAt: z.coerce.date().nullable(),
});
export type Episode = z.infer<typeof Episode>;

/** The right to act on a row until a time. A holder with an older epoch is fenced. */
export const Lease = z.object({
  ownerId: z.string(),
  epoch: z.number().int().nonnegative(),
  expiresAt: z.coerce.date(),
});
export type Lease = z.infer<typeof Lease>;
