import { createPauseGate, runEpisode } from "@deskrl/agent";
import { createEmbeddedPolicy } from "@deskrl/agent/embedded";
import type { BlobStore } from "@deskrl/blobs";
import type { EnvironmentProvider } from "@deskrl/desktops";
import { type EnvironmentTemplate, type EpisodeResult, newId } from "@deskrl/domain";
import { createEvaluator, setUpTask } from "@deskrl/tasks";
import { definitionOf, MAX_STEPS, type OfficeTarget, type OfficeTask } from "@deskrl/tasks/generator";
import type { LearntPolicy } from "./train-on-sim.ts";

const DEADLINE_MS = 300_000;

export interface PlayTasksOptions {
  provider: EnvironmentProvider;
  template: EnvironmentTemplate;
  target: OfficeTarget;
  tasks: readonly OfficeTask[];
  policy: LearntPolicy;
  /** Desktops at work at a time. */
  desktops: number;
  seed: number;
  pictures: BlobStore;
  signal: AbortSignal;
  log: (line: string) => void;
}

/** Plays each task once, with the loop, the set-up and the evaluators of a worker. @returns results in the tasks' order */
export async function playTasks(options: PlayTasksOptions): Promise<EpisodeResult[]> {
  const { provider, template, tasks, desktops, signal, log } = options;
  const results: EpisodeResult[] = [];
  let next = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    const environmentId = newId("environment");
    await provider.ensure({ environmentId, template }, { signal });
    for (let index = next++; index < tasks.length; index = next++) {
      const task = tasks[index];
      if (!task) return;
      const result = await playTask(options, { task, index, environmentId });
      results[index] = result;
      done += 1;
      log(`  ${done}/${tasks.length} ${task.template}: ${result.verdict} (${result.reason})`);
    }
  };
  await Promise.all(Array.from({ length: Math.min(desktops, tasks.length) }, work));
  return results;
}

async function playTask(
  { provider, target, policy, seed, pictures, signal }: PlayTasksOptions,
  { task, index, environmentId }: { task: OfficeTask; index: number; environmentId: string },
): Promise<EpisodeResult> {
  const version = String(policy.policyVersion);
  const result = await runEpisode({
    episodeId: newId("episode"),
    assignment: {
      task: definitionOf(task, target),
      files: [],
      policy: "embedded",
      policyVersion: version,
      solution: null,
      maxSteps: MAX_STEPS,
      deadlineMs: DEADLINE_MS,
      seed,
    },
    environmentId,
    provider,
    policy: createEmbeddedPolicy({ ...policy, version, seed: seed + index }),
    evaluator: createEvaluator(),
    setUp: setUpTask,
    record: async () => {},
    pictures,
    pauseGate: createPauseGate(),
    signal,
  });
  if (result === null) throw new Error("nothing fences an episode of a bench");
  return result;
}
