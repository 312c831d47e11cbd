import type { Phase } from "@deskrl/domain";
import { expect, it } from "vitest";
import { launchAct, launchBlock } from "./launch.logic.ts";
import type { NamedPhase } from "./phases.logic.ts";

const idle = { status: "idle" } as const;
const named = (name: string, phase: Partial<Phase>) =>
  ({ name, hue: "rl", phase: { requestedBy: "ada", step: 10, ...phase } }) as NamedPhase;
const bc = named("BC", { kind: "bc", state: "finished" });
const rl = named("RL 1", { kind: "rl", state: "running" });

it("says why there is nothing to launch yet", () => {
  expect(launchBlock("entropulse", [bc])).toContain("none has begun");
  expect(launchBlock("rl", [bc, rl])).toContain("RL is at work");
  expect(launchBlock("entropulse", [bc, rl])).toBeNull();
  const failed = named("RL 1", { kind: "rl", state: "failed" });
  expect(launchBlock("entropulse", [bc, failed])).toContain("has failed");
});

it("does not let a launch by hand spoil a comparison of arms", () => {
  expect(launchBlock("entropulse", [bc, rl], true)).toContain("comparison");
});

it("shows a launch as asked, then behind the phase that must end first, then as begun", () => {
  expect(launchAct("entropulse", [bc, rl], { status: "pending" })).toEqual({ phase: "requested" });
  const waiting = named("Entropulse", { kind: "entropulse", state: "requested" });
  expect(launchAct("entropulse", [bc, rl, waiting], idle)).toEqual({
    phase: "acknowledged",
    note: "Entropulse follows RL 1",
  });
  const done = named("RL 1", { kind: "rl", state: "finished" });
  expect(launchAct("entropulse", [bc, done, waiting], idle)).toEqual({ phase: "requested", by: "ada" });
  const begun = named("Entropulse", { kind: "entropulse", state: "running" });
  expect(launchAct("entropulse", [bc, done, begun], idle)).toEqual({ phase: "idle" });
});

it("does not call the first RL phase of a plan a launch", () => {
  const first = named("RL 1", { kind: "rl", state: "requested" });
  expect(launchAct("rl", [bc, first], idle)).toEqual({ phase: "idle" });
});
