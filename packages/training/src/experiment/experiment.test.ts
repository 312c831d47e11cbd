import { expect, test, vi } from "vitest";
import { SPLITS } from "../types.ts";
import { runSeed, type SeedRow } from "./run-seed.ts";
import { allStages } from "./stages.ts";
import { heldOutDifference, meanOf, pairedDifference } from "./summary.ts";

// All arms are carried out once.
vi.setConfig({ testTimeout: 120_000 });

const TINY = {
  bc: { demonstrations: 36, epochs: 12, learningRate: 0.01, probeTasks: 0, evaluateTasks: 0 },
  rl: { updates: 2, tasks: 3, groupSize: 3, evaluateEvery: 0 },
  entropulse: { perTask: 2 },
  longerUpdates: 1,
};

test("every arm of a seed is carried out and judged on all four sets of tasks", async () => {
  const row = await runSeed({
    seed: 3,
    stages: allStages(TINY),
    actionSpace: "api-gui",
    suite: { trainTasks: 36, heldOutTasks: 8 },
    evaluation: { tasksPerSplit: 4 },
  });
  expect(Object.keys(row.stages)).toEqual(["untrained", ...allStages(TINY).map(({ name }) => name)]);
  for (const stage of Object.values(row.stages)) {
    for (const split of SPLITS) {
      expect(stage[`evaluation/success_${split}`]).toBeGreaterThanOrEqual(0);
      expect(stage[`evaluation/entropy_${split}`]).toBeGreaterThan(0);
    }
  }
  expect(row.stages.untrained?.["evaluation/entropy_train"]).toBeGreaterThan(2.5);
  expect(row.pools.entropulse_sft?.versions.length).toBeGreaterThanOrEqual(1);
  expect(Object.keys(row.noSpread)).toEqual([
    "rl1",
    "rl2",
    "rl_continued",
    "rl_continued_longer",
    "reset_only",
    "last_rl2",
  ]);
});

function rowOf(seed: number, success: Record<string, number>): SeedRow {
  const stage = (value: number) =>
    Object.fromEntries(
      SPLITS.map((split) => [`evaluation/success_${split}`, split === "template" ? 0 : value]),
    );
  const stages = Object.fromEntries(Object.entries(success).map(([name, value]) => [name, stage(value)]));
  return { seed, stages, noSpread: {}, pools: {}, seconds: 0 };
}

test("differences are paired by seed, in points, with the seeds won", () => {
  const rows = [rowOf(1, { a: 0.5, b: 0.4 }), rowOf(2, { a: 0.7, b: 0.4 }), rowOf(3, { a: 0.3, b: 0.4 })];
  const difference = pairedDifference(rows, { stage: "a", against: "b", split: "params" });
  // 10, 30 and −10 points: mean 10, standard deviation 20.
  expect(difference.mean).toBeCloseTo(10);
  expect(difference.standardError).toBeCloseTo(20 / Math.sqrt(3));
  expect(difference).toMatchObject({ won: 2, n: 3 });
  expect(heldOutDifference(rows, "a", "b").mean).toBeCloseTo(20 / 3);
});

test("one seed has no standard error", () => {
  expect(meanOf([4])).toEqual({ mean: 4, standardError: null, n: 1 });
});
