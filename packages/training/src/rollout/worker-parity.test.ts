import { createPauseGate, runEpisode } from "@deskrl/agent";
import { createEmbeddedPolicy, decide } from "@deskrl/agent/embedded";
import { createSimProvider } from "@deskrl/desktops/sim";
import { type ActionOutcome, EnvironmentTemplate, newId } from "@deskrl/domain";
import { Random, ScoreNetwork } from "@deskrl/learning";
import { createEvaluator, setUpTask } from "@deskrl/tasks";
import { definitionOf, generateTasks, MAX_STEPS, type OfficeTask } from "@deskrl/tasks/generator";
import { expect, test } from "vitest";
import { readPolicy } from "../phase-checkpoint.ts";
import { trained } from "../testing/tiny.ts";
import { desktopSeed } from "./seeds.ts";
import { playSimEpisode } from "./sim-episode.ts";

interface Line {
  code: string;
  outcome: ActionOutcome;
  result: string;
}

interface Attempt {
  verdict: string;
  cause: string | null;
  lines: Line[];
}

type Policy = ReturnType<typeof readPolicy>;
const signal = new AbortController().signal;
const template = EnvironmentTemplate.parse({ name: "test", provider: "sim", image: "none" });
const drawsOf = (seed: number): number[] => {
  const random = Random.fromSeed(seed);
  return Array.from({ length: MAX_STEPS }, () => random.next());
};

/** As the learner's own rollouts play it. */
function inProcess({ weights, shape }: Policy, task: OfficeTask, draws: readonly number[]): Attempt {
  const network = new ScoreNetwork(shape, weights);
  const { verdict, cause, steps } = playSimEpisode({
    task,
    seed: desktopSeed(task.key),
    actionSpace: "api-gui",
    maxSteps: MAX_STEPS,
    choose: (input) => {
      const uniform = draws[input.history.length] ?? 0;
      const { candidate } = decide(network, input, { temperature: 1, uniform });
      return { code: candidate.code, answer: candidate.answer };
    },
  });
  const lines = steps.map(({ choice, outcome, result }) => ({ code: choice.code, outcome, result }));
  return { verdict, cause, lines };
}

/** As a worker plays it: the episode loop over a provider, with the task's set-up and evaluator. */
async function byWorker(
  { weights, shape }: Policy,
  task: OfficeTask,
  draws: readonly number[],
): Promise<Attempt> {
  const provider = createSimProvider({ ownerId: "test", seed: desktopSeed(task.key) });
  const environmentId = newId("environment");
  await provider.ensure({ environmentId, template }, { signal });
  const lines: Line[] = [];
  const result = await runEpisode({
    episodeId: newId("episode"),
    assignment: {
      task: definitionOf(task),
      files: [],
      policy: "embedded",
      policyVersion: "1",
      solution: null,
      maxSteps: MAX_STEPS,
      deadlineMs: 60_000,
      seed: 1,
    },
    environmentId,
    provider,
    policy: createEmbeddedPolicy({ weights, shape, version: "1", random: (step) => draws[step] ?? 0 }),
    evaluator: createEvaluator(),
    setUp: setUpTask,
    record: async (event) => {
      if (event.kind !== "step") return;
      const { code, outcome, result: answer } = event.step;
      lines.push({ code: code ?? "", outcome, result: answer ?? "" });
    },
    pictures: { put: async () => "0".repeat(64) },
    pauseGate: createPauseGate(),
    signal,
  });
  await provider.close({ destroyAll: true });
  return { verdict: result?.verdict ?? "fenced", cause: result?.cause ?? null, lines };
}

test("the learner's rollouts and a worker's episode loop agree step by step and in the verdict", async () => {
  const policy = readPolicy(
    await trained("bc", {
      settings: { demonstrations: 40, epochs: 8, chunkBatches: 100, probeTasks: 0, evaluateTasks: 0 },
      shape: { tableBits: 16, width: 4, hidden: 8 },
    }),
  );
  const tasks = [
    ...generateTasks({ seed: 5, count: 8, split: "train" }),
    ...generateTasks({ seed: 6, count: 6, split: "params", provider: "docker" }),
  ];
  const verdicts: string[] = [];
  for (const [index, task] of tasks.entries()) {
    const draws = drawsOf(index + 1);
    const mine = inProcess(policy, task, draws);
    expect(await byWorker(policy, task, draws), `${task.key} ${task.template}`).toEqual(mine);
    verdicts.push(mine.verdict);
  }
  // Otherwise it would compare failures only.
  expect(new Set(verdicts)).toEqual(new Set(["succeeded", "failed"]));
}, 180_000);
