import { AppError, type PhaseDesiredState, type PhaseState } from "@deskrl/domain";

/** What may be wanted of a phase in each state. Wanting the same again is no error. */
const LEGAL: Readonly<Record<PhaseState, readonly PhaseDesiredState[]>> = {
  requested: ["running", "paused", "stopped"],
  starting: ["running", "paused", "finished", "stopped"],
  running: ["running", "paused", "finished", "stopped"],
  pausing: ["running", "paused", "finished", "stopped"],
  paused: ["running", "paused", "finished", "stopped"],
  finishing: ["finished", "stopped"],
  failed: ["running", "stopped"],
  stopping: ["stopped"],
  finished: [],
  ended_short: [],
  stopped: [],
};

const WORDS: Readonly<Record<PhaseDesiredState, string>> = {
  running: "go on",
  paused: "be paused",
  finished: "be finished early",
  stopped: "be stopped",
};

/**
 * Whether a wish changes anything.
 * @throws AppError `conflict` when the phase cannot do that in its state
 */
export function checkWish(
  phase: { id: string; state: PhaseState; desiredState: PhaseDesiredState },
  wish: PhaseDesiredState,
): boolean {
  const { state, desiredState } = phase;
  const legal = LEGAL[state].includes(wish);
  // The end of a phase cannot be taken back, whatever state it is in on the way there.
  const takenBack =
    state !== "failed" && desiredState === "finished" && (wish === "running" || wish === "paused");
  if (legal && !takenBack) return wish !== desiredState || state === "failed";
  const ended = LEGAL[state].length === 0;
  throw new AppError("conflict", `The phase is ${state.replace("_", " ")}; it cannot ${WORDS[wish]}.`, {
    where: phase.id,
    fix: ended
      ? "Start another phase of its branch."
      : state === "failed"
        ? "Resume it from its last checkpoint, or stop it."
        : "Wait for it to end, or stop it.",
  });
}
