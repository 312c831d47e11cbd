import { play } from "../rollout/play.ts";
import { seedOf } from "../rollout/seeds.ts";
import { episodeMetrics, share } from "../rollout/statistics.ts";
import type { PlayedEpisode, Split } from "../types.ts";
import { breathe, type PhaseContext, type UnitOptions } from "./phase-work.ts";

/** A small evaluation on the split of held-out parameters; nothing of it is trained on. */
export async function evaluateHeldOut(
  context: PhaseContext,
  options: UnitOptions,
): Promise<Record<string, number>> {
  const records = await playSome(context, "params", context.settings.number("evaluateTasks"), options);
  if (records.length === 0) return {};
  return { "success/rate_heldout": share(records, ({ verdict }) => verdict === "succeeded") };
}

/**
 * What the policy does by itself after a unit of supervised learning, measured as RL measures it: entropy over the
 * decisions it takes, success on training tasks. On the examples themselves its entropy would be another number.
 */
export async function probePolicy(
  context: PhaseContext,
  options: UnitOptions,
): Promise<Record<string, number>> {
  const records = await playSome(context, "train", context.settings.number("probeTasks"), options);
  const { "policy/entropy": entropy, "success/rate": success } = episodeMetrics(records);
  return {
    ...(entropy === undefined ? {} : { "policy/entropy": entropy }),
    ...(success === undefined ? {} : { "success/rate": success }),
  };
}

/** Judged episodes of the first tasks of a split, sampled at temperature 1. They are not recorded. */
async function playSome(
  { options, settings, suite, state, baseSeed }: PhaseContext,
  split: Split,
  count: number,
  { signal }: UnitOptions,
): Promise<PlayedEpisode[]> {
  const records: PlayedEpisode[] = [];
  for (const [index, task] of suite.tasks[split].slice(0, count).entries()) {
    if (index % 8 === 0) await breathe(signal);
    const { record } = play({
      network: state.network,
      task,
      place: {
        phaseId: options.phaseId,
        iteration: state.step,
        group: -1,
        member: index,
        retry: 0,
        policyVersion: state.policyVersion,
        split,
      },
      actionSpace: options.actionSpace,
      maxSteps: settings.number("maxSteps"),
      temperature: 1,
      seed: seedOf(baseSeed, split === "params" ? "held-out" : "probe", state.step, index),
    });
    if (record.verdict !== "invalid") records.push(record);
  }
  return records;
}
