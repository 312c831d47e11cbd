import type { WallEpisode, WallRow } from "@deskrl/protocol";
import { describe, expect, it } from "vitest";
import { arrange } from "./arrange.logic.ts";

const NOW = 10_000_000;
type Extra = Partial<Omit<WallRow, "episode">> & { episode?: Partial<WallEpisode> | null };

function row(id: string, { episode, ...extra }: Extra = {}): WallRow {
  return {
    id,
    workerId: "wrk_1",
    workerName: "one",
    workerLost: false,
    state: episode ? "leased" : "ready",
    provider: "sim",
    stateReason: null,
    controlledBy: null,
    heldBy: null,
    changedAtMs: NOW,
    createdAtMs: NOW,
    lastVerdict: null,
    lastScore: null,
    episode: episode
      ? {
          id: `ep_${id}`,
          state: "acting",
          runId: "run_1",
          runName: "night",
          policy: "random",
          taskId: "task_1",
          taskKey: "budget",
          domain: "calc",
          instruction: "Sum the budget",
          stepCount: 1,
          maxSteps: 30,
          startedAtMs: NOW,
          lastStepAtMs: NOW,
          stillSinceMs: NOW,
          sameActions: 1,
          ...episode,
        }
      : null,
    ...extra,
  };
}
const all = {
  state: [],
  run: null,
  worker: null,
  q: "",
  sort: "place",
  group: "none",
  closed: [],
} as const;
type Params = Parameters<typeof arrange>[1];
const look = (rows: WallRow[], params: Partial<Params>) =>
  arrange(rows, { ...all, state: [], closed: [], ...params }, NOW);
const ids = (rows: WallRow[], params: Partial<Params>) => look(rows, params).ids.join(" ");

describe("filters", () => {
  const rows = [
    row("a", { episode: {} }),
    row("b", { workerId: "wrk_2", workerName: "two" }),
    row("c", { state: "failed" }),
    row("d", { episode: { runId: "run_2", runName: "day", instruction: "Write a LETTER" } }),
  ];
  it("search in ids, task texts, runs and workers, in any case, every word", () => {
    expect(ids(rows, { q: "letter" })).toBe("d");
    expect(ids(rows, { q: "TWO" })).toBe("b");
    expect(ids(rows, { q: "night sum" })).toBe("a");
    expect(ids(rows, { q: "night letter" })).toBe("");
  });
  it("count what the list holds: counts under all filters but the state, list under that too", () => {
    const { counts, ids: shown } = look(rows, { state: ["failed"], worker: "wrk_1" });
    expect(counts).toMatchObject({ leased: 2, failed: 1, ready: 0 });
    expect(shown).toEqual(["c"]);
    const free = look(rows, {});
    expect(Object.values(free.counts).reduce((sum, n) => sum + n, 0)).toBe(free.ids.length);
  });
});

describe("orders", () => {
  it("put what is stuck first and what has no episode last, and keep equal ones in their place", () => {
    const rows = [
      row("idle"),
      row("lively1", { episode: {} }),
      row("silent", { episode: { lastStepAtMs: NOW - 90_000 } }),
      row("lively2", { episode: {} }),
      row("same", { episode: { sameActions: 9 } }),
    ];
    expect(ids(rows, { sort: "stuck" })).toBe("same silent lively1 lively2 idle");
  });
  it("do not call an agent stuck that waits for a person", () => {
    const stuck = { lastStepAtMs: 0 };
    const rows = [row("held", { heldBy: "ada", episode: stuck }), row("stuck", { episode: stuck })];
    expect(ids(rows, { sort: "stuck" })).toBe("stuck held");
  });
  it("go by the last reward, lowest first, those without one last", () => {
    const rows = [row("none"), row("one", { lastScore: 1 }), row("zero", { lastScore: 0 })];
    expect(ids(rows, { sort: "reward" })).toBe("zero one none");
  });
  it("go by age, worker and need of attention", () => {
    const rows = [
      row("a", { workerName: "z" }),
      row("b", { workerName: "y", changedAtMs: 5, state: "failed" }),
      row("c", { workerName: "x", workerLost: true }),
    ];
    expect(ids(rows, { sort: "age" })).toBe("b a c");
    expect(ids(rows, { sort: "worker" })).toBe("c b a");
    expect(ids(rows, { sort: "state" })).toBe("c b a");
  });
});

describe("groups", () => {
  const rows = [
    row("a", { episode: {} }),
    row("b", { lastScore: 1, lastVerdict: "succeeded" }),
    row("c", { episode: { taskId: "task_0", taskKey: "alpha", lastStepAtMs: NOW - 61_000 } }),
    row("d", { lastScore: 0, lastVerdict: "failed", changedAtMs: NOW - 3_600_000 }),
  ];
  const sections = (group: Params["group"], closed: string[] = []) =>
    look(rows, { group, closed }).sections.map((section) => `${section.label}: ${section.ids.join(" ")}`);

  it("hold every desktop once", () => {
    for (const group of ["state", "stuck", "task", "run", "worker", "reward", "age"] as const) {
      const held = look(rows, { group }).sections.flatMap((section) => section.ids);
      expect(held.toSorted()).toEqual(["a", "b", "c", "d"]);
    }
  });
  it("come in an order that means something", () => {
    expect(sections("task")).toEqual(["alpha: c", "budget: a", "No episode: b d"]);
    expect(sections("stuck")).toEqual(["Silent agent: c", "No sign of being stuck: a b d"]);
    expect(sections("reward")).toEqual(["Reward 0.00: d", "Reward 1.00: b", "No verdict yet: a c"]);
    expect(sections("age")[0]).toBe("An hour or more: d");
  });
  it("can be folded, and still count", () => {
    const { sections: found, ids: shown } = look(rows, { group: "run", closed: ["idle"] });
    expect(found.find(({ key }) => key === "idle")).toMatchObject({ closed: true, ids: ["b", "d"] });
    expect(shown).toHaveLength(4);
  });
});

it("arranges 5,000 desktops the same way twice", () => {
  const rows = Array.from({ length: 5_000 }, (_, index) =>
    row(`env_${index}`, { episode: { sameActions: index % 7 } }),
  );
  const params = { sort: "stuck", group: "worker" } as const;
  expect(look(rows, params)).toEqual(look(rows, params));
});
