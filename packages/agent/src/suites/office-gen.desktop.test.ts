import { type EpisodeResult, newId, type Step } from "@deskrl/domain";
import { createEvaluator, setUpTask } from "@deskrl/tasks";
import {
  createOracle,
  definitionOf,
  generateTasks,
  MAX_STEPS,
  type OfficeTask,
  type SolutionStyle,
} from "@deskrl/tasks/generator";
import { createTestProvider } from "@deskrl/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPauseGate } from "../episode/pause-gate.ts";
import { runEpisode } from "../episode/run-episode.ts";
import { writeAnswer } from "../policies/answer.ts";
import { createRandomPolicy } from "../policies/random.ts";
import type { Policy } from "../types.ts";
import { type DesktopSlots, startSlots } from "./desktop-slots.ts";

const SLOTS = 3;
const EPISODE_MS = 110_000;
const TEST_MS = 300_000;

const CASES: readonly (readonly [template: string, style: SolutionStyle])[] = [
  ["column-sum+line-append", "mixed"],
  ["rows-sort+line-insert", "gui"],
  ["cell-copy+folder-new", "api"],
  ["csv-export", "gui"],
  ["text-replace", "gui"],
  ["line-delete", "api"],
  ["cell-to-text", "gui"],
  ["file-rename+file-delete", "gui"],
  ["file-move", "mixed"],
];
const tasks = generateTasks({ seed: 11, count: 60, split: "train", provider: "docker" });
const taskOf = (template: string): OfficeTask => {
  const task = tasks.find((one) => one.template === template);
  if (!task) throw new Error(`no task of ${template}`);
  return task;
};
const evaluator = createEvaluator();

let context: Awaited<ReturnType<typeof createTestProvider>>;
let slots: DesktopSlots;
beforeAll(async () => {
  context = await createTestProvider({ warm: 2 });
  slots = await startSlots(context.provider, context.template, SLOTS);
});
afterAll(async () => {
  await context?.dispose();
});

function oraclePolicy(task: OfficeTask, style: SolutionStyle): Policy {
  const oracle = createOracle(task, style);
  return {
    name: "oracle",
    wantsPixels: true,
    act: async ({ observation }) => {
      const line = oracle.next(observation) ?? "Agent.exit(success=False)";
      return { text: writeAnswer("as solved", line), policyVersion: "1" };
    },
  };
}

/** Plays a task, and gives the result with an account of what went on for the message of a failed test. */
function play(
  task: OfficeTask,
  policy: Policy,
  maxSteps = MAX_STEPS,
): Promise<{ result: EpisodeResult | null; account: string }> {
  return slots.use(async (environmentId) => {
    const steps: Step[] = [];
    const result = await runEpisode({
      episodeId: newId("episode"),
      environmentId,
      provider: context.provider,
      policy,
      evaluator,
      setUp: setUpTask,
      assignment: {
        task: definitionOf(task, "docker"),
        files: [],
        policy: "oracle",
        policyVersion: "1",
        solution: null,
        maxSteps,
        deadlineMs: EPISODE_MS,
        seed: 1,
      },
      record: async (record) => {
        if (record.kind === "step") steps.push(record.step);
      },
      pictures: { put: async () => "0".repeat(64) },
      pauseGate: createPauseGate(),
      signal: AbortSignal.timeout(EPISODE_MS * 2),
    });
    const lines = steps.map(({ code, outcome, result: answer }) => `${code} → ${outcome} ${answer}`);
    return { result, account: [task.instruction, result?.reason, ...lines].join("\n") };
  });
}

describe.concurrent("office-gen on real desktops", () => {
  test.each(CASES)(
    "%s is solved the way it is solved on simulated ones (%s)",
    async (template, style) => {
      const task = taskOf(template);
      const { result, account } = await play(task, oraclePolicy(task, style));
      expect(result, account).toMatchObject({ verdict: "succeeded", score: 1, cause: null });
    },
    TEST_MS,
  );

  test(
    "an API that is out of order is answered with an error, and the window does it",
    async () => {
      const task = tasks.find(({ outage, template }) => outage === "CalcTools" && template === "column-sum");
      if (!task) throw new Error("no such task");
      const { result, account } = await play(task, oraclePolicy(task, "api"));
      expect(account).toContain("out of order");
      expect(result, account).toMatchObject({ verdict: "succeeded" });
    },
    TEST_MS,
  );

  test(
    "ending the task at once, and acting at random, fail",
    async () => {
      const atOnce: Policy = {
        name: "idle",
        wantsPixels: true,
        act: async () => ({ text: writeAnswer("done", "Agent.exit(success=True)"), policyVersion: "1" }),
      };
      const idle = await play(taskOf("cell-set"), atOnce);
      expect(idle.result, idle.account).toMatchObject({ verdict: "failed", cause: "evaluator_rejected" });
      const random = await play(taskOf("line-append"), createRandomPolicy(3, "1"), 5);
      expect(random.result, random.account).toMatchObject({ verdict: "failed" });
    },
    TEST_MS,
  );
});
