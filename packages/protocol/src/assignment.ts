import { RunPolicy, TaskDefinition, TaskSolution } from "@deskrl/domain";
import { z } from "zod";

/** A file a task's set-up uploads: its name in the task and its bytes as a blob of the control plane or inline. */
export const TaskFile = z.object({ name: z.string(), base64: z.string() });
export type TaskFile = z.infer<typeof TaskFile>;

/** All a worker needs to carry out an episode. */
export const EpisodeAssignment = z.object({
  task: TaskDefinition,
  files: z.array(TaskFile),
  policy: RunPolicy,
  policyVersion: z.string(),
  /** Present for the oracle only: no other policy's worker process ever holds it. */
  solution: TaskSolution.nullable(),
  maxSteps: z.number().int().positive(),
  /** The whole episode's limit, set-up and judging included. */
  deadlineMs: z.number().int().positive(),
  seed: z.number().int(),
  /** Least time a decision takes; none when left out. */
  paceMs: z.number().int().nonnegative().optional(),
  /** The run it belongs to, for logs and spans. */
  runId: z.string().optional(),
  /** Where its trace began (`traceparent` of the W3C); absent where nobody traces. */
  traceparent: z.string().optional(),
});
export type EpisodeAssignment = z.infer<typeof EpisodeAssignment>;

/** A one-off request to a desktop from the dashboard. */
export const EnvironmentCommand = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("clipboard.read") }),
  z.object({ kind: z.literal("clipboard.write"), text: z.string().max(1_000_000) }),
]);
export type EnvironmentCommand = z.infer<typeof EnvironmentCommand>;
