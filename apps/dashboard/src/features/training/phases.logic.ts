import {
  BranchArm,
  type Phase,
  type PhaseKind,
  type PhaseStart,
  type PhaseState,
  type TrainingBranch,
} from "@deskrl/domain";
import type { ActState, Look, PhaseHue } from "@deskrl/ui";

/** A phase with its place in the story of its branch. */
export interface NamedPhase {
  phase: Phase;
  /** `BC`, `RL 1`, `Entropulse`, `RL 2`, `Evaluation`. */
  name: string;
  hue: PhaseHue;
}

const KIND_WORDS: Record<PhaseKind, string> = {
  bc: "BC",
  rl: "RL",
  entropulse: "Entropulse",
  eval: "Evaluation",
};
export const kindWord = (kind: PhaseKind): string => KIND_WORDS[kind];

/** The phases a branch consists of, those of its parent before the fork first, each with its name. */
export function storyOf(
  branch: TrainingBranch,
  branches: readonly TrainingBranch[],
  phases: readonly Phase[],
): NamedPhase[] {
  const own = phases.filter((phase) => phase.branchId === branch.id).sort((a, b) => a.ordinal - b.ordinal);
  const parent = branches.find((each) => each.id === branch.parentId);
  const inherited = parent
    ? phases
        .filter((phase) => phase.branchId === parent.id)
        .filter(
          (phase) => phase.startStep + (phase.kind === "eval" ? 0 : phase.step) <= (branch.forkStep ?? 0),
        )
        .sort((a, b) => a.ordinal - b.ordinal)
    : [];
  let rounds = 0;
  return [...inherited, ...own].map((phase) => {
    if (phase.kind === "rl") rounds += 1;
    const name = phase.kind === "rl" ? `RL ${rounds}` : KIND_WORDS[phase.kind];
    const hue: PhaseHue = phase.kind === "rl" && rounds > 1 ? "rl-again" : phase.kind;
    return { phase, name, hue };
  });
}

/** What a phase began with: `previous weights, fresh optimiser, …`. */
export function startWords({ weights, optimiser, reference, data = "fresh" }: PhaseStart): string {
  return `${weights} weights, ${optimiser} optimiser, ${reference} reference, ${data} order of tasks`;
}

const STATE_LOOKS: Record<PhaseState, Look> = {
  requested: { hue: "queued", glyph: "clock", word: "Requested" },
  starting: { hue: "starting", glyph: "loader", word: "Starting" },
  running: { hue: "acting", glyph: "pointer", word: "Running" },
  pausing: { hue: "paused", glyph: "loader", word: "Pausing" },
  paused: { hue: "paused", glyph: "pause", word: "Paused" },
  finishing: { hue: "acting", glyph: "loader", word: "Finishing" },
  finished: { hue: "succeeded", glyph: "check", word: "Done" },
  ended_short: { hue: "failed", glyph: "flag", word: "Ended short" },
  failed: { hue: "invalid", glyph: "wrench", word: "Failed" },
  stopping: { hue: "paused", glyph: "loader", word: "Stopping" },
  stopped: { hue: "paused", glyph: "square", word: "Stopped" },
};
export const phaseLook = (state: PhaseState): Look =>
  STATE_LOOKS[state] ?? { hue: "queued", glyph: "question", word: state };

/** True until a phase has ended for good; a failed one can be resumed. */
export const isOpen = ({ state }: Pick<Phase, "state">): boolean =>
  state !== "finished" && state !== "ended_short" && state !== "stopped";

/** The phase of a story that is at work or waits to be; null when all have ended. */
export function currentPhase(story: readonly NamedPhase[]): NamedPhase | null {
  return story.find(({ phase }) => isOpen(phase)) ?? null;
}

/** Share of the planned work that is done, the part of the step at hand included; null without a plan. */
export function phaseShare(
  phase: Pick<Phase, "state" | "step" | "plannedSteps" | "progress">,
): number | null {
  if (phase.state === "finished") return 1;
  if (!phase.plannedSteps) return null;
  const inside = phase.progress && phase.progress.total > 0 ? phase.progress.done / phase.progress.total : 0;
  return Math.min(1, (phase.step + Math.min(0.99, inside)) / phase.plannedSteps);
}

/**
 * Milliseconds the phase still needs at its pace so far; null before anything is done or while it stands still.
 * @param workedMs how long it has been at work, without its pauses
 */
export function phaseEtaMs(
  phase: Pick<Phase, "state" | "step" | "plannedSteps" | "progress">,
  workedMs: number,
): number | null {
  const share = phaseShare(phase);
  if (phase.state !== "running" || share === null || share < 0.02 || workedMs <= 0) return null;
  return (workedMs / share) * (1 - share);
}

export type PhaseVerb = "pause" | "resume" | "stop";

/** Which of the buttons make sense for the open phases of a run. */
export function trainingVerbs(open: readonly Pick<Phase, "state" | "desiredState">[]): PhaseVerb[] {
  if (open.length === 0) return [];
  const verbs: PhaseVerb[] = [];
  const goes = open.some(
    ({ state, desiredState }) => desiredState === "running" && state !== "failed" && state !== "stopping",
  );
  const stands = open.some(({ state, desiredState }) => desiredState === "paused" || state === "failed");
  if (goes) verbs.push("pause");
  if (stands) verbs.push("resume");
  return [...verbs, "stop"];
}

type Wished = Pick<Phase, "state" | "desiredState" | "requestedBy" | "acknowledgedAt">;

/**
 * How far a wish for the open phases of a run has got: asked (who), taken up by the trainer, or refused with the
 * reason. It rests once every phase is where it was wished to be.
 */
export function phaseAct(
  verb: PhaseVerb,
  open: readonly Wished[],
  ask: { status: "idle" | "pending" | "success" | "error"; reason?: string | undefined },
): ActState {
  if (ask.status === "error") return { phase: "refused", reason: ask.reason ?? "refused" };
  if (ask.status === "pending") return { phase: "requested" };
  if (verb === "resume") {
    const waits = open.find(({ state, desiredState }) => desiredState === "running" && state === "paused");
    return waits ? { phase: "requested", by: waits.requestedBy } : { phase: "idle" };
  }
  const wanted = verb === "pause" ? "paused" : "stopped";
  const onTheWay = verb === "pause" ? "pausing" : "stopping";
  const waiting = open.filter(({ state, desiredState }) => desiredState === wanted && state !== wanted);
  const first = waiting[0];
  if (!first) return { phase: "idle" };
  if (first.state === onTheWay) {
    const note = verb === "pause" ? "Pausing: after the step at hand" : "Stopping";
    return { phase: "acknowledged", note };
  }
  return first.state === "failed" ? { phase: "idle" } : { phase: "requested", by: first.requestedBy };
}

/** What a phase is on its way to, or why it stands, in one sentence; null when there is nothing to say. */
export function phaseNote(phase: Phase): string | null {
  const { state, desiredState, stateReason } = phase;
  if (state === "pausing") return "Pause taken up: it finishes the step at hand and writes a checkpoint";
  if (state === "finishing") return "It ends after the step at hand and keeps what was learnt";
  if (state === "stopping") return "Stop taken up by the trainer";
  if (state === "starting") {
    return phase.attempt > 1
      ? `Restoring from the checkpoint at step ${phase.checkpointStep ?? 0}`
      : stateReason;
  }
  if (state === "running" && desiredState === "paused") return "Pause requested";
  if (state === "running" && desiredState === "finished") return "Asked to end early";
  if (state === "paused" && desiredState === "running") return "Resume requested";
  return stateReason;
}

/** What to do about a phase that did not end as planned; null when nothing is to be done. */
export function phaseRemedy(
  phase: Pick<Phase, "state" | "step" | "plannedSteps" | "checkpointStep">,
): string | null {
  if (phase.state === "failed") {
    return phase.checkpointStep
      ? `Resume goes on from the checkpoint at step ${phase.checkpointStep}; nothing after it was kept.`
      : "Resume starts it again from its beginning: it has no checkpoint yet.";
  }
  if (phase.state === "ended_short") {
    return `The trainer ended after ${phase.step} of ${phase.plannedSteps ?? "?"} planned updates. What was learnt is kept; start RL again to go on.`;
  }
  return null;
}

/** Branches seed by seed, the arms of each in the order they are spoken of. */
export function inOrder<Branch extends Pick<TrainingBranch, "seed" | "arm">>(
  branches: readonly Branch[],
): Branch[] {
  const place = ({ arm }: Branch) => BranchArm.options.indexOf(arm);
  const seeds = [...new Set(branches.map(({ seed }) => seed))];
  return [...branches].sort((a, b) => seeds.indexOf(a.seed) - seeds.indexOf(b.seed) || place(a) - place(b));
}

/** The branch a page opens on: one with a phase at work, else the newest. */
export function frontBranch(
  branches: readonly TrainingBranch[],
  phases: readonly Pick<Phase, "branchId" | "state">[],
): TrainingBranch | undefined {
  const works = new Set(
    phases.filter(({ state }) => state === "running" || state === "starting").map(({ branchId }) => branchId),
  );
  return branches.find(({ id }) => works.has(id)) ?? branches.at(-1);
}
