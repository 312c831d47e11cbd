import type { BranchArm, PhaseKind, PhaseStart, PhaseState, TrainingSpec } from "@deskrl/domain";

type Planned = Pick<TrainingSpec, "plan" | "controls">;

/** What is carried out in a branch when nobody presses a button. */
export function scriptOf(arm: BranchArm, { plan, controls }: Planned): readonly PhaseKind[] {
  switch (arm) {
    case "main":
      if (controls) return ["bc", "eval", "rl", "eval"];
      if (plan === "manual") return ["bc", "rl"];
      return ["bc", "eval", "rl", "eval", "entropulse", "eval", "rl", "eval"];
    case "entropulse":
      return ["entropulse", "eval", "rl", "eval"];
    case "continued":
    case "reset":
      return ["rl", "eval"];
  }
}

/**
 * What of the script is still to come, given the kinds of the phases that were. A phase that a person put in stands for
 * the next one of its kind, and what lies before that is left out; one that the script has no more of changes nothing.
 */
export function upcomingKinds(script: readonly PhaseKind[], done: readonly PhaseKind[]): PhaseKind[] {
  let next = 0;
  for (const kind of done) {
    const found = script.indexOf(kind, next);
    if (found >= 0) next = found + 1;
  }
  return script.slice(next);
}

/**
 * What a phase begins with unless a person says otherwise. Entropulse and the RL after it have a fresh optimiser and a
 * new reference (paper); RL that simply goes on keeps all.
 */
export function startOf(kind: PhaseKind, arm: BranchArm, before: readonly PhaseKind[]): PhaseStart {
  const trained = before.filter((one) => one !== "eval");
  if (trained.length === 0 && arm === "main")
    return { weights: "fresh", optimiser: "fresh", reference: "fresh" };
  if (kind === "rl" && arm === "continued" && trained.length === 0)
    return { weights: "previous", optimiser: "previous", reference: "previous" };
  return { weights: "previous", optimiser: "fresh", reference: "fresh" };
}

/** States that nothing follows and after which the next phase of a branch may begin. */
export function letsNextBegin(state: PhaseState): boolean {
  return state === "finished" || state === "ended_short";
}

export function isOpen(state: string): boolean {
  return state !== "finished" && state !== "ended_short" && state !== "stopped";
}
