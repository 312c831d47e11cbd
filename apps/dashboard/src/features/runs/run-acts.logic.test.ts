import { describe, expect, it } from "vitest";
import { etaMs, runAct, runVerbs, transitionNote } from "./run-acts.logic.ts";

const counts = { planned: 10, queued: 4, active: 2, succeeded: 2, failed: 1, invalid: 1, retried: 0 };
const idle = { status: "idle" } as const;

it("offers what makes sense, and nothing once a run has ended", () => {
  expect(runVerbs({ state: "running", desiredState: "running" })).toEqual(["pause", "stop"]);
  expect(runVerbs({ state: "pausing", desiredState: "paused" })).toEqual(["resume", "stop"]);
  expect(runVerbs({ state: "stopping", desiredState: "stopped" })).toEqual(["stop"]);
  expect(runVerbs({ state: "finished", desiredState: "running" })).toEqual([]);
});

describe("runAct", () => {
  it("keeps a stop requested until the run takes it up, and names who asked", () => {
    const run = { state: "running", desiredState: "stopped", counts } as const;
    expect(runAct("stop", run, idle, "ada")).toEqual({ phase: "requested", by: "ada" });
    expect(runAct("stop", { ...run, state: "stopping" }, idle, "ada")).toEqual({
      phase: "acknowledged",
      note: "Stopping, 2 in flight",
    });
  });

  it("shows a refusal with its reason", () => {
    const run = { state: "finished", desiredState: "running", counts } as const;
    expect(runAct("pause", run, { status: "error", reason: "the run is finished" }, null)).toEqual({
      phase: "refused",
      reason: "the run is finished",
    });
  });
});

it("tells a requested pause from one that waits for what is in flight, and both from a pause", () => {
  const run = { desiredState: "paused", counts } as const;
  expect(transitionNote({ ...run, state: "running" })).toContain("requested");
  expect(transitionNote({ ...run, state: "pausing" })).toContain("2 episodes in flight");
  expect(transitionNote({ ...run, state: "paused" })).toBeNull();
});

describe("etaMs", () => {
  const run = { state: "running", counts, startedAt: new Date(0) } as const;
  it("goes by the pace so far", () => {
    expect(etaMs(run, 40_000)).toBe(60_000);
  });
  it("does not guess before anything is done, or while paused", () => {
    expect(etaMs({ ...run, counts: { ...counts, succeeded: 0, failed: 0, invalid: 0 } }, 1000)).toBeNull();
    expect(etaMs({ ...run, state: "paused" }, 1000)).toBeNull();
  });
});
