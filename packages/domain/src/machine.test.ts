import { describe, expect, test } from "vitest";
import { ENVIRONMENT_TRANSITIONS, EnvironmentState } from "./environment.ts";
import { EPISODE_TRANSITIONS, EpisodeState } from "./episode.ts";
import { canTransition, sourcesOf, type TransitionTable, terminalStates } from "./machine.ts";
import { RUN_TRANSITIONS, RunState } from "./run.ts";

const MACHINES: [string, TransitionTable<string>, readonly string[], string][] = [
  ["environment", ENVIRONMENT_TRANSITIONS, EnvironmentState.options, "requested"],
  ["episode", EPISODE_TRANSITIONS, EpisodeState.options, "queued"],
  ["run", RUN_TRANSITIONS, RunState.options, "requested"],
];

function reachable(table: TransitionTable<string>, from: string): Set<string> {
  const seen = new Set([from]);
  for (const state of seen) for (const next of table[state] ?? []) seen.add(next);
  return seen;
}

describe.each(MACHINES)("%s states", (_name, table, states, start) => {
  test("every state is in the table and can be reached from the first", () => {
    expect(Object.keys(table).sort()).toEqual([...states].sort());
    expect([...reachable(table, start)].sort()).toEqual([...states].sort());
  });

  test("an end can be reached from every state, so nothing gets stuck", () => {
    const ends = terminalStates(table);
    expect(ends.length).toBeGreaterThan(0);
    for (const state of states) expect(ends.some((end) => reachable(table, state).has(end))).toBe(true);
  });

  test("no state follows itself", () => {
    for (const state of states) expect(canTransition(table, state, state)).toBe(false);
  });
});

test("an environment can be destroyed in every state that is not its end", () => {
  const destroyable = sourcesOf(ENVIRONMENT_TRANSITIONS, "stopping");
  expect(destroyable.sort()).toEqual(
    EnvironmentState.options.filter((state) => state !== "stopped" && state !== "stopping").sort(),
  );
});

test("an episode can be lost or cancelled at any time before its end", () => {
  expect(sourcesOf(EPISODE_TRANSITIONS, "finished").sort()).toEqual(
    EpisodeState.options.filter((state) => state !== "finished").sort(),
  );
});
