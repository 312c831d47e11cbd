import type {
  ActionOutcome,
  EnvironmentState,
  EpisodeState,
  RunState,
  Verdict,
  WorkerState,
} from "@deskrl/domain";

/** The eight fixed hues of the surface; `invalid` is always hatched. */
export type Hue =
  | "queued"
  | "starting"
  | "acting"
  | "judging"
  | "succeeded"
  | "failed"
  | "invalid"
  | "paused";

/** Name of a glyph; the component maps it to a drawing. */
export type Glyph =
  | "clock"
  | "loader"
  | "circle"
  | "pointer"
  | "scale"
  | "check"
  | "cross"
  | "wrench"
  | "pause"
  | "square"
  | "hand"
  | "flag"
  | "unplug"
  | "question";

/** How a state shows: hue, glyph and word together, so that hue is never the only sign. */
export interface Look {
  hue: Hue;
  glyph: Glyph;
  word: string;
}

const ENVIRONMENT_LOOKS: Record<EnvironmentState, Look> = {
  requested: { hue: "queued", glyph: "clock", word: "Requested" },
  starting: { hue: "starting", glyph: "loader", word: "Starting" },
  ready: { hue: "queued", glyph: "circle", word: "Ready" },
  leased: { hue: "acting", glyph: "pointer", word: "Leased" },
  resetting: { hue: "starting", glyph: "loader", word: "Resetting" },
  stopping: { hue: "paused", glyph: "square", word: "Stopping" },
  stopped: { hue: "paused", glyph: "square", word: "Stopped" },
  failed: { hue: "invalid", glyph: "wrench", word: "Broken" },
};

const EPISODE_LOOKS: Record<EpisodeState, Look> = {
  queued: { hue: "queued", glyph: "clock", word: "Queued" },
  resetting: { hue: "starting", glyph: "loader", word: "Resetting" },
  acting: { hue: "acting", glyph: "pointer", word: "Acting" },
  paused: { hue: "paused", glyph: "pause", word: "Paused" },
  judging: { hue: "judging", glyph: "scale", word: "Judging" },
  finished: { hue: "queued", glyph: "flag", word: "Finished" },
};

const VERDICT_LOOKS: Record<Verdict, Look> = {
  succeeded: { hue: "succeeded", glyph: "check", word: "Succeeded" },
  failed: { hue: "failed", glyph: "cross", word: "Failed" },
  invalid: { hue: "invalid", glyph: "wrench", word: "Invalid" },
};

const RUN_LOOKS: Record<RunState, Look> = {
  requested: { hue: "queued", glyph: "clock", word: "Requested" },
  running: { hue: "acting", glyph: "pointer", word: "Running" },
  pausing: { hue: "paused", glyph: "loader", word: "Pausing" },
  paused: { hue: "paused", glyph: "pause", word: "Paused" },
  stopping: { hue: "paused", glyph: "loader", word: "Stopping" },
  stopped: { hue: "paused", glyph: "square", word: "Stopped" },
  finished: { hue: "succeeded", glyph: "flag", word: "Finished" },
};

const WORKER_LOOKS: Record<WorkerState, Look> = {
  online: { hue: "succeeded", glyph: "check", word: "Online" },
  lost: { hue: "invalid", glyph: "unplug", word: "Lost" },
};

const OUTCOME_LOOKS: Record<ActionOutcome, Look> = {
  ok: { hue: "succeeded", glyph: "check", word: "ok" },
  error: { hue: "failed", glyph: "cross", word: "error" },
  timed_out: { hue: "invalid", glyph: "clock", word: "timed out" },
  unknown: { hue: "invalid", glyph: "question", word: "unknown" },
  not_executed: { hue: "paused", glyph: "square", word: "not executed" },
};

/** A state this build does not know is still shown, in words, never hidden. */
function lookUp<S extends string>(looks: Record<S, Look>, state: S): Look {
  return looks[state] ?? { hue: "queued", glyph: "question", word: state };
}

/**
 * How a desktop shows. A leased one shows what its episode does; one that a person drives says so first.
 */
export function environmentLook(environment: {
  state: EnvironmentState;
  controlledBy: string | null;
  episodeState?: EpisodeState | null;
}): Look {
  const { state, controlledBy, episodeState } = environment;
  if (controlledBy !== null && (state === "leased" || state === "ready")) {
    return { hue: "paused", glyph: "hand", word: `Driven by ${controlledBy}` };
  }
  if (state === "leased" && episodeState && episodeState !== "queued") {
    return lookUp(EPISODE_LOOKS, episodeState);
  }
  return lookUp(ENVIRONMENT_LOOKS, state);
}

export const environmentStateLook = (state: EnvironmentState): Look => lookUp(ENVIRONMENT_LOOKS, state);
export const verdictLook = (verdict: Verdict): Look => lookUp(VERDICT_LOOKS, verdict);
export const runLook = (state: RunState): Look => lookUp(RUN_LOOKS, state);
export const workerLook = (state: WorkerState): Look => lookUp(WORKER_LOOKS, state);

/** How an episode shows: its verdict once there is one, else what it does now. */
export function episodeLook(episode: { state: EpisodeState; verdict: Verdict | null }): Look {
  return episode.verdict === null
    ? lookUp(EPISODE_LOOKS, episode.state)
    : lookUp(VERDICT_LOOKS, episode.verdict);
}

/** How a step shows; text that could not be parsed is its own kind of failure. */
export function stepLook(step: { outcome: ActionOutcome; formatOk: boolean }): Look {
  if (!step.formatOk) return { hue: "failed", glyph: "question", word: "malformed" };
  return lookUp(OUTCOME_LOOKS, step.outcome);
}
