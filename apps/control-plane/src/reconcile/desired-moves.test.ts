import type { Event } from "@deskrl/domain";
import { expect, test } from "vitest";
import { DesiredMoves } from "./desired-moves.ts";

const event = (payload: Event["payload"], type: Event["type"] = "environment:changed"): Event => ({
  sequence: 1,
  type,
  subjectId: "env_1",
  runId: null,
  payload: { desiredState: "running", recycleCount: 0, workerId: "wrk_1", ...payload },
  at: new Date(0),
});

test("a desktop that starts, works and is cleaned moves no wish after its first event", () => {
  const moves = new DesiredMoves();
  expect(moves.moves(event({ state: "requested" }))).toBe(true);
  for (const state of ["starting", "ready", "leased", "resetting", "ready", "failed"])
    expect(moves.moves(event({ state }))).toBe(false);
  expect(moves.moves(event({}, "step:recorded"))).toBe(false);
});

test("a recycle, a stop and an end move it", () => {
  const moves = new DesiredMoves();
  moves.moves(event({ state: "ready" }));
  expect(moves.moves(event({ state: "ready", recycleCount: 1 }))).toBe(true);
  expect(moves.moves(event({ state: "ready", recycleCount: 1, desiredState: "stopped" }))).toBe(true);
  expect(moves.moves(event({ state: "stopped", recycleCount: 1, desiredState: "stopped" }))).toBe(true);
});
