import { type BenchReport, type Figures, figure, machineFacts } from "@deskrl/desktops/bench";
import { SPLITS } from "@deskrl/training";
import {
  EXPERIMENT,
  meanOf,
  type SeedRow,
  shortStages,
  successOf,
  UNTRAINED,
} from "@deskrl/training/experiment";
import { LABEL, type LearningBenchOptions, seedsOf } from "./learning/options.ts";
import { printRows } from "./learning/print-rows.ts";
import { runSeeds } from "./learning/run-seeds.ts";

const SPACES = ["api-gui", "gui"] as const;
const STAGES = [UNTRAINED, ...shortStages(EXPERIMENT)];

/** API-GUI against mouse and keyboard alone: the same policy, tasks and budget of training. */
export async function benchApiGui(options: LearningBenchOptions): Promise<BenchReport> {
  const machine = machineFacts();
  const jobs = SPACES.flatMap((actionSpace) =>
    seedsOf(options).map((seed) => ({ seed, plan: "short" as const, actionSpace, settings: EXPERIMENT })),
  );
  const all = await runSeeds({ ...options, jobs });
  const figures: Figures = { seeds: figure(options.seeds, "seeds", options.seeds) };
  SPACES.forEach((space, index) => {
    const rows = all.slice(index * options.seeds, (index + 1) * options.seeds);
    process.stdout.write(`\n${space}\n`);
    printRows(rows, STAGES);
    for (const { name } of STAGES) addStage(figures, rows, { name, prefix: space.replace("-", "_") });
  });
  const report = { bench: "api-gui", machine, figures };
  return { ...report, ...{ label: LABEL, settings: EXPERIMENT, rows: all } };
}

function addStage(
  figures: Figures,
  rows: readonly SeedRow[],
  { name, prefix }: { name: string; prefix: string },
): void {
  for (const split of SPLITS) {
    const success = meanOf(successOf(rows, name, split));
    const steps = meanOf(rows.map(({ stages }) => stages[name]?.[`evaluation/steps_${split}`] ?? 0));
    figures[`${prefix}_${name}_success_${split}`] = figure(success.mean, "percent", success.n);
    if (success.standardError !== null)
      figures[`${prefix}_${name}_success_${split}_standard_error`] = figure(
        success.standardError,
        "points",
        success.n,
      );
    figures[`${prefix}_${name}_steps_${split}`] = figure(steps.mean, "steps", steps.n);
  }
}
