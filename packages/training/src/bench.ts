import { type DecisionInput, decide, describeDecision } from "@deskrl/agent/embedded";
import { createOptimiser, Random, type SftSample, sftStep } from "@deskrl/learning";
import { generateTasks, type OfficeTask } from "@deskrl/tasks/generator";
import { freshNetwork } from "./learner-state.ts";
import { demonstrate } from "./rollout/demonstrate.ts";
import { play } from "./rollout/play.ts";
import { desktopSeed } from "./rollout/seeds.ts";
import { playSimEpisode } from "./rollout/sim-episode.ts";

/** Work done and the time it took. */
export interface Throughput {
  perSecond: number;
  decisions: number;
}

export interface LearnerSpeed {
  /** Enumerating, describing, scoring and drawing on observations that were met before, as most are in a run. */
  acting: Throughput;
  /** Forward, backward and Adam in batches of 32. */
  training: Throughput;
  /** Whole episodes: set-up, the simulated desktop, acting, judging. */
  rollout: Throughput;
  /** Candidate actions a decision, mean. */
  candidates: number;
}

const TASKS = 60;
const BATCH = 32;

/**
 * Measures the embedded policy in this process, on one core.
 * @param measureMs time that each figure is measured for
 */
export function measureLearner({ measureMs, now }: { measureMs: number; now: () => number }): LearnerSpeed {
  const tasks = generateTasks({ seed: 1, split: "train", count: TASKS });
  const network = freshNetwork(1).accelerated();
  const random = Random.fromSeed(1);
  const inputs = tasks.flatMap(inputsOf);
  const act = () => {
    for (const input of inputs) decide(network, input, { temperature: 1, uniform: random.next() });
    return inputs.length;
  };
  act();
  const acting = repeated({ measureMs, now }, act);
  const candidates =
    inputs.reduce((sum, input) => sum + describeDecision(input).candidates.length, 0) / inputs.length;
  return {
    acting,
    candidates,
    training: repeated({ measureMs, now }, trainer(tasks)),
    rollout: repeated({ measureMs, now }, () => playAll(tasks, network, random)),
  };
}

function repeated(
  { measureMs, now }: { measureMs: number; now: () => number },
  work: () => number,
): Throughput {
  const startedAt = now();
  let decisions = 0;
  do decisions += work();
  while (now() - startedAt < measureMs);
  return { perSecond: (decisions / (now() - startedAt)) * 1_000, decisions };
}

/** What an agent meets that follows a solution. */
function inputsOf(task: OfficeTask): DecisionInput[] {
  const inputs: DecisionInput[] = [];
  const { steps } = demonstrate(task, { style: "mixed", variant: 0, actionSpace: "api-gui", maxSteps: 18 });
  let at = 0;
  playSimEpisode({
    task,
    seed: desktopSeed(task.key),
    actionSpace: "api-gui",
    maxSteps: 18,
    choose: (input) => {
      // The history goes on growing, so each input gets the part that it had.
      inputs.push({ ...input, history: [...input.history] });
      return steps[at++]?.choice ?? null;
    },
  });
  return inputs;
}

function trainer(tasks: readonly OfficeTask[]): () => number {
  const optimiser = createOptimiser(freshNetwork(2));
  const samples = tasks.flatMap((task): SftSample[] =>
    demonstrate(task, { style: "mixed", variant: 0, actionSpace: "api-gui", maxSteps: 18 }).steps.map(
      ({ choice }) => choice,
    ),
  );
  return () => {
    for (let from = 0; from + BATCH <= samples.length; from += BATCH) {
      sftStep(optimiser, samples.slice(from, from + BATCH), { learningRate: 1e-3, gradNorm: 1 });
    }
    return samples.length - (samples.length % BATCH);
  };
}

function playAll(
  tasks: readonly OfficeTask[],
  network: Parameters<typeof decide>[0],
  random: Random,
): number {
  let decisions = 0;
  for (const [member, task] of tasks.entries()) {
    const { record } = play({
      network,
      task,
      place: { phaseId: "bench", iteration: 0, group: 0, member, retry: 0, policyVersion: 0, split: "train" },
      actionSpace: "api-gui",
      maxSteps: 18,
      temperature: 1,
      seed: random.nextUint32(),
    });
    decisions += record.steps.length;
  }
  return decisions;
}
