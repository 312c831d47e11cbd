import type { TrainingBranch } from "@deskrl/domain";
import { createLoader } from "nuqs/server";
import { describe, expect, it } from "vitest";
import { boardParsers, parseSmoothing, runHref, zoomOf } from "./board-params.logic.ts";
import { linesOf, ownersOf, PANEL_POINTS, pointsPerSeries } from "./lines.logic.ts";
import { emptyReason, PANELS, panelsOf } from "./panels.logic.ts";

const branch = (id: string, change: Partial<TrainingBranch> = {}): TrainingBranch => ({
  id,
  runId: "run_1",
  seed: 1,
  arm: "main",
  parentId: null,
  forkStep: null,
  ...change,
});

describe("the address", () => {
  const load = createLoader(boardParsers);
  const read = (href: string) => load(new URL(href, "http://x").searchParams);
  it("brings the whole view back", () => {
    const params = {
      ...read("/runs/run_1"),
      x: "active" as const,
      zoom: [10.5, 80],
      smooth: 20,
      log: ["policy/kl_ref"],
      hide: ["br_2"],
      with: ["run_2"],
      tab: "groups" as const,
    };
    expect(read(runHref("run_1", params))).toEqual(params);
  });
  it("takes a broken zoom for none", () => {
    expect(zoomOf(read("/runs/run_1?zoom=80,10"))).toBeNull();
    expect(zoomOf(read("/runs/run_1?zoom=moon"))).toBeNull();
    expect(zoomOf(read("/runs/run_1?zoom=10,80"))).toEqual([10, 80]);
  });
});

it("takes a smoothing window in whole steps only", () => {
  expect(["0", "37", "", "-1", "2.5", "many"].map(parseSmoothing)).toEqual([0, 37, null, null, null, null]);
});

describe("owners of curves", () => {
  it("are told apart by arm in a run with controls, and one arm keeps its colour over seeds", () => {
    const owners = ownersOf([
      {
        id: "run_1",
        name: "night",
        branches: [
          branch("br_1", { arm: "entropulse" }),
          branch("br_2", { arm: "continued" }),
          branch("br_3", { arm: "entropulse", seed: 2 }),
        ],
      },
    ]);
    expect(owners.map(({ label }) => label)).toEqual([
      "entropulse · seed 1",
      "continued · seed 1",
      "entropulse · seed 2",
    ]);
    expect(owners[0]?.colour).toBe(owners[2]?.colour);
    expect(owners[0]?.colour).not.toBe(owners[1]?.colour);
  });
  it("are named by run when runs are compared, an external one too", () => {
    const owners = ownersOf([
      { id: "run_1", name: "night", branches: [branch("br_1")] },
      { id: "run_2", name: "verl", branches: [] },
    ]);
    expect(owners.map(({ label }) => label)).toEqual(["night", "verl"]);
  });
});

it("never asks for more points than a panel may draw", () => {
  for (const series of [1, 2, 3, 12]) {
    for (const smoothed of [true, false]) {
      expect(pointsPerSeries(series, smoothed) * series * (smoothed ? 2 : 1)).toBeLessThanOrEqual(
        PANEL_POINTS,
      );
    }
  }
});

it("draws held-out success dashed beside that on train, and nothing of a branch that is hidden", () => {
  const series = (name: string, branchId: string) => ({
    ...{ runId: "run_1", branchId, name, alias: null, attempts: 1, total: 1, bucket: 1, phases: [] },
    ...{ step: [1], value: [0.5], smoothed: null, at: [0] },
  });
  const success = PANELS.find(({ id }) => id === "success");
  if (!success) throw new Error("the board has a panel for success");
  const owners = ownersOf([{ id: "run_1", name: "night", branches: [branch("br_1")] }]);
  const lines = linesOf(
    {
      series: [
        series("success/rate", "br_1"),
        series("success/rate_heldout", "br_1"),
        series("success/rate", "br_9"),
      ],
      pauses: [],
      resumes: [],
    },
    success,
    owners,
  );
  expect(lines.map(({ label, dashed }) => [label, dashed])).toEqual([
    ["train", false],
    ["held-out", true],
  ]);
});

it("shows at most twelve panels unasked, and each metric once", () => {
  expect(PANELS).toHaveLength(12);
  expect(
    panelsOf(["policy/entropy", "own/metric"])
      .map(({ id }) => id)
      .slice(11),
  ).toEqual(["policy/loss", "own/metric"]);
});

it("shows what an external trainer has logged, the known metrics first, and nothing that it has not", () => {
  const ids = panelsOf([], ["own/b", "rollout/policy_lag_mean", "own/a", "policy/loss"]).map(({ id }) => id);
  expect(ids).toEqual(["policy/loss", "rollout/policy_lag_mean", "own/a", "own/b"]);
  const many = Array.from({ length: 40 }, (_, index) => `own/${index}`);
  expect(panelsOf(["own/39"], many)).toHaveLength(13);
});

it("says why a panel is empty", () => {
  const kl = panelsOf([]).find(({ id }) => id === "policy/kl_ref");
  if (!kl) throw new Error("the board has a panel for the KL");
  const say = (change: object) =>
    emptyReason(kl, { zoomed: false, logged: [], kind: "training", ...change } as never);
  expect(say({})).toContain("RL phases");
  expect(say({ kind: "external" })).toContain("has not logged policy/kl_ref");
  expect(say({ zoomed: true, logged: ["policy/kl_ref"] })).toContain("window");
});
