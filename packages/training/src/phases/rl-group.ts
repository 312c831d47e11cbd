import { type ActedGroup, hashToken } from "@deskrl/learning";
import type { OfficeTask } from "@deskrl/tasks/generator";
import type { PoolRecord } from "../pool-records.ts";
import { type Played, type PolicyChoice, play, rewardOf } from "../rollout/play.ts";
import { seedOf } from "../rollout/seeds.ts";
import type { SimEpisode } from "../rollout/sim-episode.ts";
import { mean } from "../rollout/statistics.ts";
import type { GroupSummary, PlayedEpisode } from "../types.ts";
import type { PhaseContext } from "./phase-work.ts";

/** A group after its last episode. */
export interface PlayedGroup {
  index: number;
  task: OfficeTask;
  size: number;
  /** Every attempt, invalid ones included, in the order they were played. */
  records: PlayedEpisode[];
  /** Those with a verdict, one for each member. */
  judged: PlayedEpisode[];
  acted: ActedGroup;
  successes: PoolRecord[];
  /** Why it is not trained, or null. */
  dropped: string | null;
  retries: number;
}

/** Plays G episodes of a task. A member that the machinery broke is played again; without budget the group is dropped. */
export function playGroup(context: PhaseContext, task: OfficeTask, index: number): PlayedGroup {
  const size = context.settings.number("groupSize");
  const group: PlayedGroup = {
    index,
    task,
    size,
    records: [],
    judged: [],
    acted: [],
    successes: [],
    dropped: null,
    retries: 0,
  };
  const acted: ActedGroup[number][] = [];
  for (let member = 0; member < size; member++) {
    const episode = playMember(context, group, member);
    if (episode === null) {
      const reason = group.records.at(-1)?.reason ?? "it is invalid";
      group.dropped = `Episode ${member} had no verdict after ${context.settings.number("retries")} retries: ${reason}`;
      break;
    }
    acted.push(
      episode.steps.map(({ choice, outcome }) => ({
        decision: choice.decision,
        chosen: choice.chosen,
        oldLogProb: choice.logProb,
        reward: rewardOf(episode, outcome),
      })),
    );
    if (episode.verdict === "succeeded") group.successes.push(poolRecord(task, context, episode));
  }
  group.acted = acted;
  return group;
}

function playMember(
  context: PhaseContext,
  group: PlayedGroup,
  member: number,
): SimEpisode<PolicyChoice> | null {
  const { options, settings, state, baseSeed } = context;
  for (let retry = 0; retry <= settings.number("retries"); retry++) {
    const about = { iteration: state.step, group: group.index, member, retry };
    const played: Played = play({
      network: state.network,
      task: group.task,
      place: { ...about, phaseId: options.phaseId, policyVersion: state.policyVersion, split: "train" },
      actionSpace: options.actionSpace,
      maxSteps: settings.number("maxSteps"),
      temperature: settings.number("temperature"),
      seed: seedOf(baseSeed, state.step, group.index, member, retry),
      before: () => options.beforeEpisode?.(about),
    });
    group.records.push(played.record);
    if (retry > 0) group.retries++;
    if (played.episode) {
      group.judged.push(played.record);
      return played.episode;
    }
  }
  return null;
}

function poolRecord(
  task: OfficeTask,
  { state }: PhaseContext,
  { steps }: SimEpisode<PolicyChoice>,
): PoolRecord {
  return {
    taskKey: task.key,
    policyVersion: state.policyVersion,
    chosen: steps.map(({ choice }) => choice.chosen),
    codeHashes: steps.map(({ choice }) => hashToken(choice.code)),
  };
}

/** What is recorded of a group. */
export function summaryOf(group: PlayedGroup, iteration: number): GroupSummary {
  const rewards = group.judged.flatMap(({ steps }) => steps.map(({ reward }) => reward ?? 0));
  const rewardMean = rewards.length === 0 ? null : mean(rewards);
  const variance = rewardMean === null ? null : mean(rewards.map((reward) => (reward - rewardMean) ** 2));
  const hasSpread = rewards.some((reward) => reward !== rewards[0]);
  return {
    iteration,
    index: group.index,
    taskKey: group.task.key,
    size: group.size,
    state: group.dropped ? "dropped" : hasSpread ? "trained" : "no_spread",
    reason: group.dropped,
    rewardMean: group.dropped ? null : rewardMean,
    rewardStd: group.dropped || variance === null ? null : Math.sqrt(variance),
    succeeded: group.judged.filter(({ verdict }) => verdict === "succeeded").length,
    invalid: group.records.length - group.judged.length,
    retries: group.retries,
  };
}
