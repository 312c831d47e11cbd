import { BranchArm } from "@deskrl/domain";
import { describe, expect, it } from "vitest";
import { letsNextBegin, scriptOf, startOf, upcomingKinds } from "./plan.ts";

const automatic = { plan: "automatic", controls: false } as const;

describe("what is still to come", () => {
  const script = scriptOf("main", automatic);
  it.each([
    [[], script],
    [
      ["bc", "eval", "rl"],
      ["eval", "entropulse", "eval", "rl", "eval"],
    ],
    // Entropulse pressed before the evaluation: it stands for the plan's, and is evaluated.
    [
      ["bc", "eval", "rl", "entropulse"],
      ["eval", "rl", "eval"],
    ],
    // RL pressed instead of Entropulse.
    [["bc", "eval", "rl", "eval", "rl"], ["eval"]],
    [[...script], []],
    [[...script, "rl", "entropulse"], []],
  ] as const)("after %j is %j", (done, upcoming) => {
    expect(upcomingKinds(script, done)).toEqual(upcoming);
  });

  it("of the manual plan is cloning and RL, and then a person", () => {
    expect(scriptOf("main", { plan: "manual", controls: false })).toEqual(["bc", "rl"]);
  });

  it.each(BranchArm.options)("in the arm %s of a run with controls ends with an evaluation", (arm) => {
    expect(scriptOf(arm, { plan: "automatic", controls: true }).at(-1)).toBe("eval");
  });
});

describe("what a phase begins with", () => {
  it.each([
    ["bc", "main", [], { weights: "fresh", optimiser: "fresh", reference: "fresh" }],
    ["rl", "main", ["bc", "eval"], { weights: "previous", optimiser: "fresh", reference: "fresh" }],
    ["entropulse", "main", ["bc", "rl"], { weights: "previous", optimiser: "fresh", reference: "fresh" }],
    ["rl", "continued", [], { weights: "previous", optimiser: "previous", reference: "previous" }],
    ["rl", "reset", [], { weights: "previous", optimiser: "fresh", reference: "fresh" }],
    ["entropulse", "entropulse", [], { weights: "previous", optimiser: "fresh", reference: "fresh" }],
  ] as const)("of kind %s in %s after %j is %j", (kind, arm, before, start) => {
    expect(startOf(kind, arm, before)).toEqual(start);
  });
});

it("begins a phase only after one that has a result", () => {
  expect((["finished", "ended_short", "stopped", "failed", "paused"] as const).map(letsNextBegin)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
