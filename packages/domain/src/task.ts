import { z } from "zod";

/** One set-up or postconfig step of a task, as in OSWorld: `{type, parameters}`. */
export const TaskStep = z.object({
  type: z.string(),
  parameters: z.record(z.string(), z.json()).default({}),
});
export type TaskStep = z.infer<typeof TaskStep>;

const oneOrMany = <T extends z.ZodType>(schema: T) => z.union([schema, z.array(schema)]);
const Getter = z.looseObject({ type: z.string() });

/** How a task is judged, as in OSWorld. Lists run in parallel: func[i] gets result[i], expected[i], options[i]. */
export const TaskEvaluator = z.looseObject({
  func: oneOrMany(z.string()),
  conj: z.enum(["and", "or"]).default("and"),
  result: oneOrMany(Getter).optional(),
  expected: oneOrMany(z.union([Getter, z.looseObject({})])).optional(),
  options: oneOrMany(z.record(z.string(), z.json())).optional(),
  postconfig: z.array(TaskStep).default([]),
  /** The agent must end the task itself: a right state at the step or time limit is a failure. Ours. */
  must_exit: z.boolean().optional(),
});
export type TaskEvaluator = z.infer<typeof TaskEvaluator>;

/** A task in OSWorld's JSON form. Fields we do not use are kept, so that export gives back what was imported. */
export const TaskDefinition = z.looseObject({
  id: z.string().min(1),
  instruction: z.string().min(1),
  config: z.array(TaskStep).default([]),
  related_apps: z.array(z.string()).default([]),
  snapshot: z.string().optional(),
  source: z.union([z.string(), z.array(z.string())]).optional(),
  evaluator: TaskEvaluator,
  /** Steps an episode may take; ours, OSWorld gives it on the command line. */
  max_steps: z.number().int().positive().optional(),
});
export type TaskDefinition = z.infer<typeof TaskDefinition>;

/** Solutions of a task for tests and the oracle policy. Never part of an observation. */
export const TaskSolution = z.object({
  /** Lines of code that solve it, one action each. */
  oracle: z.array(z.string()).min(1),
  /** Lines of code that come close and must be judged a failure. */
  nearMiss: z.array(z.string()),
  /** What the near miss gets wrong, in words. */
  nearMissFault: z.string(),
});
export type TaskSolution = z.infer<typeof TaskSolution>;
