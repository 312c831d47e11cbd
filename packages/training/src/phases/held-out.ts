import { play } from "../rollout/play.ts";
import { seedOf } from "../rollout/seeds.ts";
import { share } from "../rollout/statistics.ts";
import type { PlayedEpisode } from "../types.ts";
import { breathe, type PhaseContext, type UnitOptions } from "./phase-work.ts";

/** A small evaluation inside RL on the split of held-out parameters; nothing of it is trained on. */
export async function evaluateHeldOut(
  { options, settings, suite, state, baseSeed }: PhaseContext,
  { signal }: UnitOptions,
): Promise<Record<string, number>> {
  const tasks = suite.tasks.params.slice(0, settings.number("evaluateTasks"));
  const records: PlayedEpisode[] = [];
  for (const [index, task] of tasks.entries()) {
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
        split: "params",
      },
      actionSpace: options.actionSpace,
      maxSteps: settings.number("maxSteps"),
      temperature: 1,
      seed: seedOf(baseSeed, "held-out", state.step, index),
    });
    if (record.verdict !== "invalid") records.push(record);
  }
  if (records.length === 0) return {};
  return { "success/rate_heldout": share(records, ({ verdict }) => verdict === "succeeded") };
}
