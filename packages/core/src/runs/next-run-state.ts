import { canTransition, RUN_TRANSITIONS, type RunDesiredState, type RunState } from "@deskrl/domain";

/** What a run's next state depends on. */
export interface RunProgress {
  state: RunState;
  desiredState: RunDesiredState;
  /** Episodes that a worker holds. */
  active: number;
  /** Every planned position has ended for good. */
  done: boolean;
}

function wanted({ state, desiredState, active, done }: RunProgress): RunState {
  if (desiredState === "stopped") return state === "stopping" && active === 0 ? "stopped" : "stopping";
  if (desiredState === "paused") {
    if (state !== "pausing") return state === "paused" ? "paused" : "pausing";
    if (active > 0) return "pausing";
    return done ? "finished" : "paused";
  }
  return state === "running" && done ? "finished" : "running";
}

/** The state that follows, or null when the run is where it should be. */
export function nextRunState(progress: RunProgress): RunState | null {
  const next = wanted(progress);
  return canTransition(RUN_TRANSITIONS, progress.state, next) ? next : null;
}
