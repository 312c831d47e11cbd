import { RUN_TRANSITIONS, RunDesiredState, RunState } from "@deskrl/domain";
import { expect, it } from "vitest";
import { nextRunState, type RunProgress } from "./next-run-state.ts";

const progress = (overrides: Partial<RunProgress>): RunProgress => ({
  state: "running",
  desiredState: "running",
  active: 0,
  done: false,
  ...overrides,
});

it.each<[Partial<RunProgress>, RunState | null]>([
  [{ state: "requested" }, "running"],
  [{ done: true }, "finished"],
  [{ active: 1 }, null],
  [{ desiredState: "paused", active: 1 }, "pausing"],
  [{ state: "pausing", desiredState: "paused", active: 1 }, null],
  [{ state: "pausing", desiredState: "paused" }, "paused"],
  [{ state: "pausing", desiredState: "paused", done: true }, "finished"],
  [{ state: "pausing" }, "running"],
  [{ state: "paused", desiredState: "paused" }, null],
  [{ state: "paused" }, "running"],
  [{ state: "requested", desiredState: "paused" }, "pausing"],
  [{ desiredState: "stopped" }, "stopping"],
  [{ state: "stopping", desiredState: "stopped", active: 2 }, null],
  [{ state: "stopping", desiredState: "stopped" }, "stopped"],
  [{ state: "finished", desiredState: "stopped" }, null],
])("of %j is %s", (input, expected) => {
  expect(nextRunState(progress(input))).toBe(expected);
});

it("follows the transition table for every combination, and comes to rest", () => {
  for (const start of RunState.options)
    for (const desiredState of RunDesiredState.options)
      for (const done of [false, true])
        for (const active of [0, 1]) {
          let state = start;
          for (let moves = 0; ; moves += 1) {
            const next = nextRunState({ state, desiredState, done, active });
            if (!next) break;
            expect(RUN_TRANSITIONS[state]).toContain(next);
            expect(moves).toBeLessThan(6);
            state = next;
          }
        }
});
