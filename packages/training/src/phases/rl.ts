import { type GrpoReport, Random, stepGrpoUpdate } from "@deskrl/learning";
import type { OfficeTask } from "@deskrl/tasks/generator";
import { allOrNothing, type TaskOrder } from "../learner-state.ts";
import { encodePool, type PoolRecord } from "../pool-records.ts";
import { seedOf } from "../rollout/seeds.ts";
import { episodeMetrics } from "../rollout/statistics.ts";
import type { PlayedEpisode } from "../types.ts";
import { evaluateHeldOut } from "./held-out.ts";
import {
  breathe,
  type PhaseContext,
  type PhaseWork,
  type UnitOptions,
  type UnitResult,
} from "./phase-work.ts";
import { type PlayedGroup, playGroup, summaryOf } from "./rl-group.ts";

/**
 * Reinforcement learning by StepGRPO: each unit plays groups of episodes with the policy as it is, updates it once, and
 * keeps the successes for an Entropulse phase.
 * @param earlier successes of the units before, when the phase goes on from a checkpoint
 */
export function reinforce(context: PhaseContext, earlier: readonly PoolRecord[]): PhaseWork {
  const pool = [...earlier];
  return {
    plannedSteps: context.settings.number("updates"),
    unit: (options) => iterate(context, pool, options),
    pool: () => encodePool(pool),
    save: () => null,
  };
}

async function iterate(context: PhaseContext, pool: PoolRecord[], options: UnitOptions): Promise<UnitResult> {
  const { state, now } = context;
  const startedAt = now();
  const tasks = drawTasks(context);
  const groups: PlayedGroup[] = [];
  for (const [index, task] of tasks.entries()) {
    await breathe(options.signal);
    groups.push(playGroup(context, task, index));
    options.onProgress?.({ done: index + 1, total: tasks.length, what: "groups" });
  }
  const actedMs = Math.max(1e-3, now() - startedAt);
  const kept = groups.filter(({ dropped }) => !dropped);
  const report = allOrNothing(state, () => update(context, kept));
  fillAdvantages(kept, report);
  const episodes = groups.flatMap((group) => group.records);
  for (const group of kept) pool.push(...group.successes);
  const metrics: Record<string, number> = {
    ...episodeMetrics(episodes),
    ...updateMetrics(kept, report),
    "group/dropped": groups.length - kept.length,
    "rollout/policy_lag_mean": 0,
    "perf/trajectories_per_minute": (judged(episodes) / actedMs) * 60_000,
    "perf/steps_per_second": (episodes.reduce((sum, { steps }) => sum + steps.length, 0) / actedMs) * 1_000,
  };
  state.policyVersion += 1;
  state.dataCursor += tasks.length;
  const { seed, drawn } = taskOrderOf(context);
  state.taskOrder = { seed, drawn: drawn + tasks.length };
  Object.assign(metrics, await heldOutMetrics(context, options));
  const invalid = metrics["episode/invalid_fraction"] ?? 0;
  return {
    metrics,
    episodes,
    groups: groups.map((group) => summaryOf(group, state.step)),
    pauseReason: invalid > context.options.invalidLimit ? "invalid_fraction" : null,
  };
}

/** Success on held-out tasks every so many updates and after the last one. */
async function heldOutMetrics(context: PhaseContext, options: UnitOptions): Promise<Record<string, number>> {
  const { settings, state } = context;
  const every = settings.number("evaluateEvery");
  const isLast = state.step + 1 === settings.number("updates");
  if (every === 0 || ((state.step + 1) % every !== 0 && !isLast)) return {};
  return evaluateHeldOut(context, options);
}

/** The next tasks of an order that is drawn anew each time all tasks had their turn. */
function drawTasks(context: PhaseContext): OfficeTask[] {
  const { train } = context.suite.tasks;
  const { seed, drawn } = taskOrderOf(context);
  const count = context.settings.number("tasks");
  const orders = new Map<number, number[]>();
  return Array.from({ length: count }, (_, index) => {
    const position = drawn + index;
    const round = Math.floor(position / train.length);
    let order = orders.get(round);
    if (!order) {
      order = Random.fromSeed(seedOf(seed, "order", round)).shuffle([...train.keys()]);
      orders.set(round, order);
    }
    return train[order[position % train.length] ?? 0];
  }).filter((task) => task !== undefined);
}

function taskOrderOf({ state, baseSeed }: PhaseContext): TaskOrder {
  return state.taskOrder ?? { seed: baseSeed, drawn: 0 };
}

function update({ state, settings }: PhaseContext, groups: readonly PlayedGroup[]): GrpoReport {
  return stepGrpoUpdate(
    state,
    groups.map(({ acted }) => acted),
    {
      learningRate: settings.number("learningRate"),
      gradNorm: settings.number("gradNorm"),
      clip: settings.number("clip"),
      klCoefficient: settings.number("klCoefficient"),
      minibatches: settings.number("minibatches"),
      epochs: settings.number("innerEpochs"),
      temperature: settings.number("temperature"),
    },
  );
}

function fillAdvantages(groups: readonly PlayedGroup[], { advantages }: GrpoReport): void {
  groups.forEach((group, g) => {
    group.judged.forEach((episode, i) => {
      episode.steps.forEach((step, j) => {
        step.advantage = advantages[g]?.[i]?.[j] ?? 0;
      });
    });
  });
}

function updateMetrics(groups: readonly PlayedGroup[], report: GrpoReport): Record<string, number> {
  const named: Record<string, number | null> = {
    "policy/loss": report.loss,
    "policy/grad_norm": report.gradNorm,
    "policy/clip_fraction": report.clipFraction,
    "policy/approx_kl": report.approxKl,
    "policy/kl_ref": report.klReference,
    "advantage/mean": report.advantageMean,
    "advantage/std": report.advantageStd,
    "group/no_spread_fraction":
      groups.length === 0 ? null : (groups.length - report.groupsWithSpread) / groups.length,
  };
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}

function judged(episodes: readonly PlayedEpisode[]): number {
  return episodes.filter(({ verdict }) => verdict !== "invalid").length;
}
