import { type DecisionInput, describeDecision } from "@deskrl/agent/embedded";
import { AppError } from "@deskrl/domain";
import { hashToken, Random, type SftSample, selectFromPool } from "@deskrl/learning";
import { encodePool, type PoolRecord } from "../pool-records.ts";
import { desktopSeed, seedOf } from "../rollout/seeds.ts";
import { playSimEpisode } from "../rollout/sim-episode.ts";
import type { PoolReport } from "../types.ts";
import { breathe, type PhaseContext, type PhaseWork } from "./phase-work.ts";
import { sftPlan, sftUnit } from "./sft-work.ts";

/** A large pool takes seconds to replay; the process must answer meanwhile. */
const REPLAYS_A_BREATH = 16;

/**
 * The SFT of Entropulse: up to K successes of each task, drawn at random from the policy versions of the window.
 * @throws AppError `invalid_input` for a pool without successes, `checkpoint_invalid` for one that cannot be replayed
 */
export async function pulse(context: PhaseContext, pool: readonly PoolRecord[]): Promise<PhaseWork> {
  const selected = select(context, pool);
  const samples: SftSample[] = [];
  for (const [index, record] of selected.entries()) {
    if (index % REPLAYS_A_BREATH === 0) {
      context.options.onPrepare?.({ done: index, total: selected.length, what: "successes replayed" });
      await breathe(undefined);
    }
    samples.push(...replay(context, record));
  }
  const plan = sftPlan(context, samples.length);
  // Told with every unit, so that whichever attempt ends the phase has it.
  const poolReport = reportOf(pool, selected);
  return {
    plannedSteps: plan.units,
    async unit(options) {
      const metrics = await sftUnit(context, samples, { ...options, unitsPerEpoch: plan.unitsPerEpoch });
      return { metrics, episodes: [], groups: [], poolReport };
    },
    // A checkpoint carries it, so that a resume draws the same from it.
    pool: () => encodePool(pool),
    save: () => null,
  };
}

function select({ settings, baseSeed }: PhaseContext, pool: readonly PoolRecord[]): PoolRecord[] {
  if (pool.length === 0) {
    throw new AppError("invalid_input", "There are no successes to learn from.", {
      where: "entropulse",
      fix: "Train longer with RL first, until episodes succeed.",
    });
  }
  const last = Math.max(...pool.map(({ policyVersion }) => policyVersion));
  const fromVersion = settings.text("window") === "last" ? last - settings.number("windowVersions") + 1 : 0;
  const random = Random.fromSeed(seedOf(baseSeed, "selection"));
  return selectFromPool(pool, { perTask: settings.number("perTask"), window: { fromVersion }, random });
}

/** Plays the actions of a success again and describes its decisions; errored steps are left out. */
function replay({ options, settings, suite }: PhaseContext, record: PoolRecord): SftSample[] {
  const task = suite.byKey(record.taskKey);
  if (!task) throw notReplayed(record, "the suite has no such task");
  let at = 0;
  const { steps } = playSimEpisode({
    task,
    seed: desktopSeed(task.key),
    actionSpace: options.actionSpace,
    maxSteps: settings.number("maxSteps"),
    choose: (input: DecisionInput) => {
      const chosen = record.chosen[at];
      if (chosen === undefined) return null;
      const described = describeDecision(input);
      const candidate = described.candidates[chosen];
      if (!candidate || hashToken(candidate.code) !== record.codeHashes[at]) {
        throw notReplayed(record, `step ${at + 1} offers other actions`);
      }
      at += 1;
      return { code: candidate.code, answer: candidate.answer, decision: described.decision, chosen };
    },
  });
  return steps.filter(({ outcome }) => outcome === "ok").map(({ choice }) => choice);
}

function notReplayed({ taskKey }: PoolRecord, why: string): AppError {
  return new AppError("checkpoint_invalid", `A success of task ${taskKey} cannot be played again: ${why}.`, {
    where: "the pool of successes",
    fix: "Use the suite and the version that it was made with.",
  });
}

function reportOf(pool: readonly PoolRecord[], selected: readonly PoolRecord[]): PoolReport {
  const perTask = new Map<string, PoolRecord[]>();
  for (const record of selected)
    perTask.set(record.taskKey, [...(perTask.get(record.taskKey) ?? []), record]);
  const sizes = new Map<number, number>();
  let distinct = 0;
  for (const records of perTask.values()) {
    sizes.set(records.length, (sizes.get(records.length) ?? 0) + 1);
    distinct += new Set(records.map(({ codeHashes }) => codeHashes.join())).size;
  }
  const versions = new Map<number, number>();
  for (const { policyVersion } of selected)
    versions.set(policyVersion, (versions.get(policyVersion) ?? 0) + 1);
  return {
    tasks: perTask.size,
    successes: pool.length,
    chosen: selected.length,
    perTask: [...sizes].sort(([a], [b]) => a - b).map(([trajectories, tasks]) => ({ trajectories, tasks })),
    versions: [...versions].sort(([a], [b]) => a - b).map(([version, chosen]) => ({ version, chosen })),
    distinctShare: selected.length === 0 ? 0 : distinct / selected.length,
  };
}
