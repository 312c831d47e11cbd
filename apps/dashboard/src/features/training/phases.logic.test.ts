import type { Phase, TrainingBranch } from "@deskrl/domain";
import { describe, expect, it } from "vitest";
import {
  currentPhase,
  inOrder,
  phaseAct,
  phaseEtaMs,
  phaseNote,
  phaseRemedy,
  phaseShare,
  storyOf,
  trainingVerbs,
} from "./phases.logic.ts";

const idle = { status: "idle" } as const;
const phase = (change: Partial<Phase>): Phase => ({
  id: "ph_1",
  runId: "run_1",
  branchId: "br_main",
  ordinal: 0,
  kind: "rl",
  state: "running",
  desiredState: "running",
  stateReason: null,
  settings: {},
  start: { weights: "previous", optimiser: "fresh", reference: "fresh" },
  requestedBy: "ada",
  requestedAt: new Date(0),
  acknowledgedAt: null,
  startStep: 0,
  step: 30,
  plannedSteps: 120,
  checkpointStep: 30,
  attempt: 1,
  progress: null,
  progressAt: null,
  restored: null,
  createdAt: new Date(0),
  startedAt: new Date(0),
  finishedAt: null,
  ...change,
});
const branch = (change: Partial<TrainingBranch>): TrainingBranch => ({
  id: "br_main",
  runId: "run_1",
  seed: 1,
  arm: "main",
  parentId: null,
  forkStep: null,
  ...change,
});

describe("storyOf", () => {
  const main = branch({});
  const arm = branch({ id: "br_arm", arm: "entropulse", parentId: "br_main", forkStep: 126 });
  const phases = [
    phase({ id: "ph_e", branchId: "br_arm", ordinal: 0, kind: "entropulse", startStep: 126, step: 4 }),
    phase({ id: "ph_bc", ordinal: 0, kind: "bc", step: 6, state: "finished" }),
    phase({ id: "ph_rl", ordinal: 1, startStep: 6, step: 120, state: "finished" }),
    phase({ id: "ph_r2", branchId: "br_arm", ordinal: 1, startStep: 130, step: 0, state: "requested" }),
  ];
  it("tells a branch from its parent's beginning, and numbers the RL phases through", () => {
    const story = storyOf(arm, [main, arm], phases);
    expect(story.map(({ name }) => name)).toEqual(["BC", "RL 1", "Entropulse", "RL 2"]);
    expect(story.map(({ hue }) => hue)).toEqual(["bc", "rl", "entropulse", "rl-again"]);
    expect(currentPhase(story)?.phase.id).toBe("ph_e");
  });
});

describe("phaseAct", () => {
  it("shows a pause as asked, then as taken up, then at rest", () => {
    const asked = phase({ desiredState: "paused" });
    expect(phaseAct("pause", [asked], idle)).toEqual({ phase: "requested", by: "ada" });
    expect(phaseAct("pause", [{ ...asked, state: "pausing" }], idle).phase).toBe("acknowledged");
    expect(phaseAct("pause", [{ ...asked, state: "paused" }], idle)).toEqual({ phase: "idle" });
  });
  it("shows a refusal with its reason, whatever the phase says", () => {
    expect(phaseAct("stop", [phase({})], { status: "error", reason: "It has ended." })).toEqual({
      phase: "refused",
      reason: "It has ended.",
    });
  });
});

it("offers resume for what stands and for what failed, and nothing when all has ended", () => {
  expect(trainingVerbs([phase({})])).toEqual(["pause", "stop"]);
  expect(trainingVerbs([phase({ state: "paused", desiredState: "paused" })])).toEqual(["resume", "stop"]);
  expect(trainingVerbs([phase({ state: "failed" })])).toEqual(["resume", "stop"]);
  expect(trainingVerbs([phase({}), phase({ desiredState: "paused" })])).toEqual(["pause", "resume", "stop"]);
  expect(trainingVerbs([])).toEqual([]);
});

it("counts the part of the step at hand as progress, and guesses no end before there is a pace", () => {
  const half = phase({ step: 30, plannedSteps: 60, progress: { done: 64, total: 128, what: "episodes" } });
  expect(phaseShare(half)).toBeCloseTo(30.5 / 60);
  expect(phaseEtaMs(half, 30_500)).toBeCloseTo(29_500);
  expect(phaseEtaMs({ ...half, step: 0 }, 1000)).toBeNull();
  expect(phaseEtaMs({ ...half, state: "paused" }, 30_500)).toBeNull();
});

it("says what became of a phase that did not end as planned, with both numbers, and what to do", () => {
  expect(phaseRemedy(phase({ state: "ended_short", step: 70 }))).toContain("70 of 120");
  expect(phaseRemedy(phase({ state: "failed" }))).toContain("checkpoint at step 30");
  expect(phaseRemedy(phase({ state: "failed", checkpointStep: null }))).toContain("no checkpoint");
  expect(phaseRemedy(phase({}))).toBeNull();
});

it("gives the reason of a phase that paused itself", () => {
  const reason = "More than 20 % of the last iteration's episodes were invalid";
  expect(phaseNote(phase({ state: "paused", desiredState: "paused", stateReason: reason }))).toBe(reason);
});

describe("branches", () => {
  it("stand seed by seed, the arms of each in one order", () => {
    const branch = (seed: number, arm: TrainingBranch["arm"]) => ({ seed, arm });
    const made = [
      branch(2, "main"),
      branch(2, "reset"),
      branch(1, "continued"),
      branch(2, "entropulse"),
      branch(1, "main"),
    ];
    expect(inOrder(made).map(({ seed, arm }) => `${seed} ${arm}`)).toEqual([
      "2 main",
      "2 entropulse",
      "2 reset",
      "1 main",
      "1 continued",
    ]);
  });
});
