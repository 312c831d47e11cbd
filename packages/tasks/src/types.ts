import type { Desktop } from "@deskrl/desktops";
import type { EpisodeResult, TaskDefinition } from "@deskrl/domain";

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
  desktop: Desktop;
  trajectory: TrajectoryDigest;
  signal: AbortSignal;
}

/** Judges a finished episode. Never throws for what the machinery breaks: that is `invalid` with its cause. */
export interface Evaluator {
  evaluate(input: EvaluateInput): Promise<EpisodeResult>;
}
