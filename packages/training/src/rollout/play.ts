import { createHash } from "node:crypto";
import { InvalidEpisodeError } from "@deskrl/agent";
import { type Decided, type DecisionInput, decide } from "@deskrl/agent/embedded";
import { newId } from "@deskrl/domain";
import { Random, type ScoreNetwork } from "@deskrl/learning";
import type { OfficeTask } from "@deskrl/tasks/generator";
import type { PlayedEpisode, Split } from "../types.ts";
import type { ActionSpaceName } from "./action-plans.ts";
import { desktopSeed } from "./seeds.ts";
import { type Choice, playSimEpisode, type SimEpisode } from "./sim-episode.ts";

/** A step the policy took, with what an update needs of it. */
export interface PolicyChoice extends Choice, Decided {}

/** Which episode of a phase it is; its id follows from that. */
export interface EpisodePlace {
  phaseId: string;
  iteration: number;
  group: number;
  member: number;
  retry: number;
  policyVersion: number;
  split: Split;
}

export interface Played {
  record: PlayedEpisode;
  /** Null when the episode is invalid. */
  episode: SimEpisode<PolicyChoice> | null;
}

export interface PlayOptions {
  network: ScoreNetwork;
  task: OfficeTask;
  place: EpisodePlace;
  actionSpace: ActionSpaceName;
  maxSteps: number;
  temperature: number;
  /** Of the draws of this episode; null always takes the likeliest action. */
  seed: number | null;
  before?: () => void;
}

/** Plays an episode with the policy. What the machinery breaks makes it invalid, never a failure of the policy. */
export function play(options: PlayOptions): Played {
  const { network, task, place, actionSpace, maxSteps, temperature, seed } = options;
  const random = seed === null ? null : Random.fromSeed(seed);
  const choose = (input: DecisionInput): PolicyChoice => {
    const decided = decide(network, input, { temperature, uniform: random ? random.next() : null });
    return { ...decided, code: decided.candidate.code, answer: decided.candidate.answer };
  };
  try {
    options.before?.();
    const episode = playSimEpisode({ task, seed: desktopSeed(task.key), actionSpace, maxSteps, choose });
    return { record: recordOf(task, place, episode), episode };
  } catch (error) {
    const { invalidCause, message } = InvalidEpisodeError.from(error, "internal");
    const record = {
      ...recordOf(task, place, null),
      verdict: "invalid" as const,
      cause: invalidCause,
      reason: message,
    };
    return { record, episode: null };
  }
}

/** Reward of a step: 1 in a success when it was carried out without an error, else 0. */
export function rewardOf({ verdict }: Pick<SimEpisode<Choice>, "verdict">, outcome: string): number {
  return verdict === "succeeded" && outcome === "ok" ? 1 : 0;
}

function recordOf(
  task: OfficeTask,
  place: EpisodePlace,
  episode: SimEpisode<PolicyChoice> | null,
): PlayedEpisode {
  const { iteration, group, member, policyVersion, split } = place;
  return {
    id: episodeId(place),
    taskKey: task.key,
    group,
    member,
    iteration,
    policyVersion,
    seed: desktopSeed(task.key),
    split,
    verdict: episode?.verdict ?? "invalid",
    cause: episode?.cause ?? null,
    reason: episode?.reason ?? null,
    steps: (episode?.steps ?? []).map(({ choice, outcome, result, api }) => ({
      code: choice.code,
      outcome,
      result,
      reward: episode ? rewardOf(episode, outcome) : null,
      logProb: choice.logProb,
      entropy: choice.entropy,
      candidates: choice.candidates.length,
      chosen: choice.chosen,
      api,
    })),
  };
}

/** The same for the same place, so that an episode that is played again after a resume is the same one. */
export function episodeId({
  phaseId,
  iteration,
  group,
  member,
  retry,
  split,
}: Omit<EpisodePlace, "policyVersion">): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([phaseId, iteration, group, member, retry, split]))
    .digest();
  return newId("episode", (size) => digest.subarray(0, size));
}
