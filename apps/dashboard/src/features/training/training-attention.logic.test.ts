import type { Phase } from "@deskrl/domain";
import { expect, it } from "vitest";
import type { Training } from "../../lib/api/types.ts";
import { trainingAttention } from "./training-attention.logic.ts";

const branch = { id: "br_1", runId: "run_1", seed: 1, arm: "main", parentId: null, forkStep: null };
const training = (phase: Partial<Phase>, change: object = {}) =>
  ({
    run: { id: "run_1", name: "night", state: "running" },
    spec: { plan: "manual" },
    branches: [branch],
    phases: [
      {
        id: "ph_1",
        branchId: "br_1",
        ordinal: 0,
        kind: "rl",
        state: "running",
        startStep: 0,
        step: 9,
        ...phase,
      },
    ],
    suggestions: {},
    worker: { training: 1 },
    ...change,
  }) as unknown as Training;
const messages = (...args: Parameters<typeof training>) =>
  trainingAttention(training(...args)).map(({ message }) => message);

it("is silent while a phase is at work", () => {
  expect(messages({})).toEqual([]);
});

it("names a phase that paused itself with its reason, and not one that a person paused", () => {
  expect(messages({ state: "paused", stateReason: "30 % invalid" })).toEqual([
    "Run night: RL 1 paused itself: 30 % invalid",
  ]);
  expect(messages({ state: "paused", stateReason: null })).toEqual([]);
});

it("names a suggestion until Entropulse is launched", () => {
  const suggestions = { br_1: { suggested: true, text: "entropy −80 %" } };
  expect(messages({}, { suggestions })).toEqual(["Run night: Entropulse suggested: entropy −80 %"]);
  expect(messages({}, { suggestions, spec: { plan: "automatic" } })).toEqual([]);
});

it("says that nobody trains", () => {
  expect(messages({}, { worker: { training: 0 } })).toEqual([
    "Run night waits: no worker that trains is online",
  ]);
});
