import type { SftSample } from "@deskrl/learning";
import { Random, stratified } from "@deskrl/learning";
import type { OfficeTask, SolutionStyle } from "@deskrl/tasks/generator";
import { type DemonstratedChoice, demonstrate } from "../rollout/demonstrate.ts";
import { episodeId, rewardOf } from "../rollout/play.ts";
import { desktopSeed, seedOf } from "../rollout/seeds.ts";
import type { SimEpisode } from "../rollout/sim-episode.ts";
import type { PlayedEpisode } from "../types.ts";
import type { PhaseContext, PhaseWork } from "./phase-work.ts";
import { sftPlan, sftUnit } from "./sft-work.ts";

/** Behaviour cloning: cross-entropy on demonstrations that were played on the simulated desktop and succeeded. */
export function cloneDemonstrations(context: PhaseContext): PhaseWork {
  const demonstrations = demonstrateTasks(context);
  const samples = demonstrations.flatMap(({ episode }) => samplesOf(episode));
  const plan = sftPlan(context, samples.length);
  return {
    plannedSteps: plan.units,
    async unit(options) {
      const first = context.state.step === 0;
      const metrics = await sftUnit(context, samples, { ...options, unitsPerEpoch: plan.unitsPerEpoch });
      const episodes = first ? demonstrations.map((one, index) => recordOf(context, one, index)) : [];
      return { metrics, episodes, groups: [] };
    },
    pool: () => null,
    save: () => null,
  };
}

interface Demonstration {
  task: OfficeTask;
  episode: SimEpisode<DemonstratedChoice>;
}

/** Errored steps are left out: nobody should learn to call what is out of order. */
function samplesOf({ steps }: SimEpisode<DemonstratedChoice>): SftSample[] {
  return steps
    .filter(({ outcome }) => outcome === "ok")
    .map(({ choice }) => ({ decision: choice.decision, chosen: choice.chosen }));
}

/** Demonstrations of training tasks, every template in turn, in the styles that are asked for. */
function demonstrateTasks({ options, settings, suite, baseSeed }: PhaseContext): Demonstration[] {
  const all: readonly SolutionStyle[] = ["api", "gui", "mixed"];
  const styles =
    settings.text("styles") === "gui" || options.actionSpace === "gui" ? (["gui"] as const) : all;
  const random = Random.fromSeed(seedOf(baseSeed, "demonstrations"));
  const byTemplate = new Map<string, OfficeTask[]>();
  for (const task of random.shuffle([...suite.tasks.train])) {
    byTemplate.set(task.template, [...(byTemplate.get(task.template) ?? []), task]);
  }
  const tasks = stratified([...byTemplate.values()]).slice(0, settings.number("demonstrations"));
  const from = random.below(styles.length);
  return tasks.map((task, index) => {
    const style = styles[(from + index) % styles.length] ?? "gui";
    const { actionSpace } = options;
    const episode = demonstrate(task, {
      style,
      variant: index,
      actionSpace,
      maxSteps: settings.number("maxSteps"),
    });
    return { task, episode };
  });
}

function recordOf({ options }: PhaseContext, { task, episode }: Demonstration, index: number): PlayedEpisode {
  const place = {
    phaseId: options.phaseId,
    iteration: 0,
    group: -1,
    member: index,
    retry: 0,
    split: "train" as const,
  };
  return {
    id: episodeId(place),
    taskKey: task.key,
    group: -1,
    member: index,
    iteration: 0,
    policyVersion: 0,
    seed: desktopSeed(task.key),
    split: "train",
    verdict: episode.verdict,
    cause: episode.cause,
    reason: episode.reason,
    steps: episode.steps.map(({ choice, outcome, result, api }) => ({
      code: choice.code,
      outcome,
      result,
      reward: rewardOf(episode, outcome),
      // A demonstration is not the policy's: its actions have no probability under one.
      logProb: 0,
      entropy: 0,
      candidates: choice.candidates.length,
      chosen: choice.chosen,
      api,
    })),
  };
}
