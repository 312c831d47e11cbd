import type { BenchReport, Figures } from "@deskrl/desktops/bench";
import { figure, machineFacts } from "@deskrl/desktops/bench";
import { SPLITS, type Split } from "@deskrl/training";
import {
  allStages,
  EXPERIMENT,
  entropyOf,
  heldOutDifference,
  meanOf,
  type PairedDifference,
  pairedDifference,
  type SeedRow,
  successOf,
  UNTRAINED,
} from "@deskrl/training/experiment";
import { LABEL, type LearningBenchOptions, seedsOf } from "./learning/options.ts";
import { printRows } from "./learning/print-rows.ts";
import { runSeeds } from "./learning/run-seeds.ts";
import type { SeedJob } from "./learning/seed-job.ts";

const STAGES = [UNTRAINED, ...allStages(EXPERIMENT)];
const DIFFERENCES = [
  ["rl2", "rl_continued"],
  ["rl2", "rl_continued_longer"],
  ["rl2", "reset_only"],
  ["rl2", "last_rl2"],
  ["rl2", "rl1"],
  ["entropulse_sft", "rl1"],
  ["last_rl2", "rl_continued"],
  ["rl1", "bc"],
] as const;

/** All arms of Entropulse and its controls over several seeds, on simulated desktops with the small policy. */
export async function benchEntropulse(options: LearningBenchOptions): Promise<BenchReport> {
  const machine = machineFacts();
  const jobs = seedsOf(options).map(
    (seed): SeedJob => ({ seed, plan: "all", actionSpace: "api-gui", settings: EXPERIMENT }),
  );
  const rows = await runSeeds({ ...options, jobs });
  printRows(rows, STAGES);
  const report = { bench: "entropulse", machine, figures: figuresOf(rows) };
  return { ...report, ...{ label: LABEL, settings: EXPERIMENT, rows } };
}

function figuresOf(rows: readonly SeedRow[]): Figures {
  const n = rows.length;
  const figures: Figures = { seeds: figure(n, "seeds", n) };
  const entropy = (stage: string) => meanOf(entropyOf(rows, stage, "train")).mean;
  figures.rl1_entropy_fall_fraction = figure(1 - entropy("rl1") / entropy("bc"), "share", n);
  figures.entropulse_entropy_rise_ratio = figure(entropy("entropulse_sft") / entropy("rl1"), "ratio", n);
  addDifference(figures, "rl2_minus_rl_continued", {
    ...pairedDifference(rows, { stage: "rl2", against: "rl_continued", split: "params" }),
  });
  for (const [stage, against] of DIFFERENCES) {
    for (const split of SPLITS) {
      addDifference(
        figures,
        `${stage}_minus_${against}_${split}`,
        pairedDifference(rows, { stage, against, split }),
      );
    }
    addDifference(
      figures,
      `${stage}_minus_${against}_held_out_mean`,
      heldOutDifference(rows, stage, against),
    );
  }
  for (const { name } of STAGES) for (const split of SPLITS) addStage(figures, rows, { name, split });
  return figures;
}

function addDifference(
  figures: Figures,
  name: string,
  { mean, standardError, won, n }: PairedDifference,
): void {
  figures[name] = figure(mean, "points", n);
  if (standardError !== null) figures[`${name}_standard_error`] = figure(standardError, "points", n);
  figures[`${name}_seeds_won`] = figure(won, "seeds", n);
}

function addStage(
  figures: Figures,
  rows: readonly SeedRow[],
  { name, split }: { name: string; split: Split },
): void {
  const success = meanOf(successOf(rows, name, split));
  figures[`${name}_success_${split}`] = figure(success.mean, "percent", success.n);
  if (success.standardError !== null) {
    figures[`${name}_success_${split}_standard_error`] = figure(success.standardError, "points", success.n);
  }
  figures[`${name}_entropy_${split}`] = figure(meanOf(entropyOf(rows, name, split)).mean, "nats", success.n);
}
