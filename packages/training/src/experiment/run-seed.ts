import type { PhaseSettings } from "@deskrl/domain";
import { createTrainer } from "../create-trainer.ts";
import type { PoolReport, SuiteSpec, Trainer, TrainerOptions } from "../types.ts";
import { type Stage, UNTRAINED } from "./stages.ts";

/** What one seed gave: of each stage success, steps and entropy by split, as named by the evaluation. */
export interface SeedRow {
  seed: number;
  stages: Record<string, Record<string, number>>;
  /** Share of groups without spread, first and last 20 updates, by RL stage. */
  noSpread: Record<string, { first: number; last: number }>;
  pools: Record<string, PoolReport>;
  seconds: number;
}

export interface RunSeedOptions {
  seed: number;
  stages: readonly Stage[];
  actionSpace: "api-gui" | "gui";
  suite?: Omit<SuiteSpec, "seed">;
  /** Of the evaluations. */
  evaluation?: PhaseSettings;
  log?: (line: string) => void;
  signal?: AbortSignal;
  now?: () => number;
}

const WINDOW = 20;

/** Carries out all stages for one seed in this process, and judges the policy after each on the four sets of tasks. */
export async function runSeed(options: RunSeedOptions): Promise<SeedRow> {
  const { seed, stages, log = () => {}, now = () => performance.now() } = options;
  const startedAt = now();
  const row: SeedRow = { seed, stages: {}, noSpread: {}, pools: {}, seconds: 0 };
  const ends = new Map<string, { checkpoint: Uint8Array; pool: Uint8Array | null }>();
  row.stages[UNTRAINED.name] = await judge(options, null);
  for (const stage of stages) {
    const stageAt = now();
    const start = stage.from === null ? null : (ends.get(stage.from)?.checkpoint ?? null);
    const pool = stage.poolOf === undefined ? null : (ends.get(stage.poolOf)?.pool ?? null);
    const trainer = await createTrainer({
      ...baseOptions(options),
      kind: stage.kind,
      phaseId: `ph_${stage.name}`,
      settings: stage.settings,
      start,
      startFrom: stage.startFrom,
      pools: pool === null ? [] : [pool],
    });
    await train(trainer, stage, row, options.signal);
    const checkpoint = trainer.checkpoint();
    ends.set(stage.name, { checkpoint, pool: trainer.pool() });
    const result = await judge(options, checkpoint);
    row.stages[stage.name] = result;
    log(`seed ${seed} ${stage.label}: ${inWords(result)} (${Math.round((now() - stageAt) / 1_000)} s)`);
  }
  row.seconds = (now() - startedAt) / 1_000;
  return row;
}

function baseOptions({
  seed,
  actionSpace,
  suite,
}: RunSeedOptions): Omit<TrainerOptions, "kind" | "phaseId" | "settings"> {
  return {
    suite: { seed, ...(suite ?? { trainTasks: 300, heldOutTasks: 240 }) },
    actionSpace,
    seed,
    start: null,
    startFrom: { weights: "previous", optimiser: "fresh", reference: "fresh" },
    pools: [],
    invalidLimit: 0,
  };
}

async function train(
  trainer: Trainer,
  { name }: Stage,
  row: SeedRow,
  signal: AbortSignal | undefined,
): Promise<void> {
  const noSpread: number[] = [];
  for (;;) {
    const unit = await trainer.next(signal ? { signal } : {});
    if (unit === null) break;
    if (unit.pauseReason)
      throw new Error(`stage ${name} of seed ${row.seed} asks to be paused: ${unit.pauseReason}`);
    const share = unit.metrics["group/no_spread_fraction"];
    if (share !== undefined) noSpread.push(share);
    if (unit.poolReport) row.pools[name] = unit.poolReport;
  }
  if (noSpread.length === 0) return;
  row.noSpread[name] = { first: mean(noSpread.slice(0, WINDOW)), last: mean(noSpread.slice(-WINDOW)) };
}

async function judge(options: RunSeedOptions, start: Uint8Array | null): Promise<Record<string, number>> {
  const trainer = await createTrainer({
    ...baseOptions(options),
    kind: "eval",
    phaseId: "ph_judge",
    settings: options.evaluation ?? {},
    start,
    // Every policy meets the same draws, so that differences within a seed are paired.
    policyVersion: 0,
  });
  for (;;) {
    const unit = await trainer.next(options.signal ? { signal: options.signal } : {});
    if (unit === null) throw new Error("an evaluation ends with its result");
    if (unit.evaluation) return unit.evaluation;
  }
}

function inWords(result: Record<string, number>): string {
  const percent = (split: string) => `${((result[`evaluation/success_${split}`] ?? 0) * 100).toFixed(1)} %`;
  const entropy = result["evaluation/entropy_train"] ?? 0;
  return `train ${percent("train")}, params ${percent("params")}, phrasing ${percent("phrasing")}, template ${percent("template")}, entropy ${entropy.toFixed(2)}`;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
