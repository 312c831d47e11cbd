import type { Event } from "@deskrl/domain";
import { describe, expect, it } from "vitest";
import type { EnvironmentRow, EpisodeRow, RunRow, WorkerRow } from "../api/types.ts";
import { patchEnvironment, patchEpisode, patchRun, patchWorker } from "./row-patches.logic.ts";

const at = new Date("2026-01-01T10:00:00Z");
const event = (type: Event["type"], subjectId: string, payload: Event["payload"]): Event => ({
  sequence: 1,
  type,
  subjectId,
  runId: null,
  payload,
  at,
});

const desktop = {
  id: "env_a",
  state: "leased",
  controlledBy: null,
  generation: 3,
  stateReason: null,
  episodeId: "ep_1",
  episode: { id: "ep_1", state: "acting", stepCount: 4, lastAction: "Agent.wait()", taskKey: "t" },
} as EnvironmentRow;
const trajectory = {
  id: "ep_1",
  state: "acting",
  verdict: null,
  stepCount: 4,
  finishedAt: null,
} as EpisodeRow;

describe("patchEnvironment", () => {
  it("takes the state and who drives from the event", () => {
    const { row } = patchEnvironment(
      desktop,
      event("environment:changed", "env_a", { state: "resetting", controlledBy: "ada" }),
    );
    expect(row).toMatchObject({ state: "resetting", controlledBy: "ada", generation: 3 });
  });

  it("keeps the episode it knows, drops one that ended, and asks for one it does not know", () => {
    const change = (episodeId: string | null) =>
      patchEnvironment(desktop, event("environment:changed", "env_a", { episodeId }));
    expect(change("ep_1")).toMatchObject({ episodeUnknown: false, row: { episode: { id: "ep_1" } } });
    expect(change(null)).toMatchObject({ episodeUnknown: false, row: { episode: null } });
    expect(change("ep_2")).toMatchObject({ episodeUnknown: true, row: { episode: null } });
  });

  it("counts a step of its episode once, whatever the order of repeats", () => {
    const step = event("step:recorded", "ep_1", { index: 4, code: "Agent.click(coordinate=[1, 2])" });
    const once = patchEnvironment(desktop, step).row;
    expect(once.episode).toMatchObject({ stepCount: 5, lastAction: "Agent.click(coordinate=[1, 2])" });
    const older = patchEnvironment(once, event("step:recorded", "ep_1", { index: 2, code: "old" })).row;
    expect(older.episode).toMatchObject({ stepCount: 5, lastAction: "Agent.click(coordinate=[1, 2])" });
  });

  it("ignores a field of a form it does not know and keeps the rest", () => {
    const { row } = patchEnvironment(
      desktop,
      event("environment:changed", "env_a", { state: "dreaming", generation: 4 }),
    );
    expect(row).toMatchObject({ state: "leased", generation: 4 });
  });

  it("gives back the same row for an event of another", () => {
    expect(patchEnvironment(desktop, event("environment:changed", "env_b", {})).row).toBe(desktop);
  });
});

describe("patchEpisode", () => {
  it("fills the verdict and the moment it came", () => {
    const row = patchEpisode(
      trajectory,
      event("episode:changed", "ep_1", { state: "finished", verdict: "failed", cause: "step_limit" }),
    );
    expect(row).toMatchObject({ state: "finished", verdict: "failed", cause: "step_limit", finishedAt: at });
  });

  it("never moves a finished trajectory back", () => {
    const finished = { ...trajectory, state: "finished", verdict: "succeeded" } as EpisodeRow;
    expect(patchEpisode(finished, event("episode:changed", "ep_1", { state: "judging" }))).toBe(finished);
  });
});

it("patches a run's state and all its counts together", () => {
  const run = { id: "run_1", state: "running", counts: { planned: 3 } } as RunRow;
  const counts = { planned: 3, queued: 0, active: 1, succeeded: 1, failed: 1, invalid: 0, retried: 0 };
  expect(patchRun(run, event("run:changed", "run_1", { state: "pausing", counts }))).toMatchObject({
    state: "pausing",
    counts,
  });
});

it("takes a worker that is heard of for online", () => {
  const worker = { id: "wrk_1", state: "lost", heartbeatAt: new Date(0) } as WorkerRow;
  const patched = patchWorker(worker, event("worker:changed", "wrk_1", { heartbeatAt: at.toISOString() }));
  expect(patched).toMatchObject({ state: "online", heartbeatAt: at });
});

it("leaves a lost worker lost that a person has drained", () => {
  const worker = { id: "wrk_1", state: "lost", heartbeatAt: new Date(0) } as WorkerRow;
  const payload = { heartbeatAt: new Date(0).toISOString(), desiredState: "drained" };
  const patched = patchWorker(worker, event("worker:changed", "wrk_1", payload));
  expect(patched).toMatchObject({ state: "lost", desiredState: "drained" });
});
