import type { ActState } from "@deskrl/ui";
import type { RunRow } from "../../lib/api/types.ts";
import type { Ask } from "../desktop/control.logic.ts";

export type RunVerb = "pause" | "resume" | "stop";
type Wanted = Pick<RunRow, "state" | "desiredState" | "counts">;

/** Which buttons make sense for a run now. An ended run has none. */
export function runVerbs(run: Pick<RunRow, "state" | "desiredState">): RunVerb[] {
  if (run.state === "stopped" || run.state === "finished") return [];
  if (run.desiredState === "stopped" || run.state === "stopping") return ["stop"];
  return run.desiredState === "paused" ? ["resume", "stop"] : ["pause", "stop"];
}

/**
 * The truth about a wish of a person for a run: asked (who), taken up by the run (how much is still in flight), or
 * refused with the reason. It rests once the run is in the wished state.
 * @param by who asked, from the audit log
 */
export function runAct(verb: RunVerb, run: Wanted, ask: Ask, by: string | null): ActState {
  if (ask.status === "error") return { phase: "refused", reason: ask.reason ?? "refused" };
  if (ask.status === "pending") return { phase: "requested" };
  const requested: ActState = by === null ? { phase: "requested" } : { phase: "requested", by };
  if (verb === "stop" && run.desiredState === "stopped") {
    return run.state === "stopping"
      ? { phase: "acknowledged", note: `Stopping, ${run.counts.active} in flight` }
      : requested;
  }
  return { phase: "idle" };
}

/** What a run is on its way to, in words for the header; null when it is where it was wished to be. */
export function transitionNote(run: Wanted): string | null {
  const { state, desiredState, counts } = run;
  const flight =
    counts.active === 1 ? "1 episode in flight finishes" : `${counts.active} episodes in flight finish`;
  if (desiredState === "paused" && state !== "paused") {
    if (state === "pausing") return counts.active > 0 ? `Pausing: ${flight} first` : "Pausing";
    if (state === "running" || state === "requested") return "Pause requested: no further episode starts";
  }
  if (desiredState === "running" && (state === "paused" || state === "pausing")) return "Resume requested";
  if (desiredState === "stopped" && state !== "stopped" && state !== "finished") {
    return state === "stopping" ? `Stopping: ${counts.active} in flight` : "Stop requested";
  }
  return null;
}

/** Milliseconds a run still needs at its pace so far; null before anything is done, or when nothing is left. */
export function etaMs(run: Pick<RunRow, "state" | "counts" | "startedAt">, nowMs: number): number | null {
  const { planned, succeeded, failed, invalid } = run.counts;
  const done = succeeded + failed + invalid;
  const left = planned - done;
  if (run.state !== "running" || run.startedAt === null || done === 0 || left <= 0) return null;
  return ((nowMs - run.startedAt.getTime()) / done) * left;
}
