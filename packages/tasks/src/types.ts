import type { Desktop } from "@deskrl/desktops";
import type { EpisodeResult, TaskDefinition, TaskSolution } from "@deskrl/domain";

/** A file that belongs to a task: set-up uploads it, or a check compares with it. */
export interface SuiteFile {
  /** Its path below the suite's `files` folder, such as `sales.xlsx`. */
  name: string;
  bytes: Uint8Array;
}

/** A task with all it needs, as it is imported into the database. */
export interface SuiteTask {
  definition: TaskDefinition;
  solution: TaskSolution | null;
  /** Name of the folder it stands in: `calc`, `writer`, `multi_apps`, … */
  domain: string;
  files: SuiteFile[];
}

/** A named set of tasks. */
export interface SuitePackage {
  name: string;
  title: string;
  description: string;
  tasks: SuiteTask[];
}

/** What an evaluator may know of how the episode went. */
export interface TrajectoryDigest {
  stepCount: number;
  /** How the agent ended it: `success`/`failure` by `Agent.exit`, or not at all. */
  exit: "success" | "failure" | null;
  /** Set when a limit ended it. */
  limit: "step_limit" | "time_limit" | null;
}

export interface EvaluateInput {
  task: TaskDefinition;
  /** The task's files, for checks that compare with one of them. */
  files?: readonly SuiteFile[];
  desktop: Desktop;
  trajectory: TrajectoryDigest;
  signal: AbortSignal;
}

/** Judges a finished episode. Never throws for what the machinery breaks: that is `invalid` with its cause. */
export interface Evaluator {
  evaluate(input: EvaluateInput): Promise<EpisodeResult>;
}
