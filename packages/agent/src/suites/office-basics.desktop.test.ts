import { createHash } from "node:crypto";
import { type EpisodeResult, newId, type Step } from "@deskrl/domain";
import { createEvaluator, loadBuiltInSuites, type SuiteTask, setUpTask } from "@deskrl/tasks";
import { createTestProvider } from "@deskrl/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPauseGate } from "../episode/pause-gate.ts";
import { runEpisode } from "../episode/run-episode.ts";
import type { SetUp } from "../episode/types.ts";
import { createOraclePolicy } from "../policies/oracle.ts";
import { type DesktopSlots, startSlots } from "./desktop-slots.ts";

const SLOTS = 3;
const EPISODE_MS = 110_000;
/** Two episodes, and waiting for a free desktop. */
const TEST_MS = 400_000;

const suites = await loadBuiltInSuites();
const tasks = suites.find((suite) => suite.name === "office-basics")?.tasks ?? [];
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

interface Played {
  result: EpisodeResult | null;
  steps: Step[];
}

/** Plays lines of code at a task from a clean desktop on. */
function play(task: SuiteTask, lines: string[], setUp: SetUp = setUpTask): Promise<Played> {
  const solution = { oracle: lines, nearMiss: [], nearMissFault: "" };
  return slots.use(async (environmentId) => {
    const steps: Step[] = [];
    const result = await runEpisode({
      episodeId: newId("episode"),
      environmentId,
      provider: context.provider,
      policy: createOraclePolicy(solution, "1"),
      evaluator,
      setUp,
      assignment: {
        task: task.definition,
        files: task.files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString("base64") })),
        policy: "oracle",
        policyVersion: "1",
        solution,
        maxSteps: 60,
        deadlineMs: EPISODE_MS,
        seed: 1,
      },
      record: async (record) => {
        if (record.kind === "step") steps.push(record.step);
      },
      pictures: { put: async (bytes) => createHash("sha256").update(bytes).digest("hex") },
      pauseGate: createPauseGate(),
      signal: AbortSignal.timeout(EPISODE_MS * 2),
    });
    return { result, steps };
  });
}

/** What went on, for the message of a failed test. */
function account({ result, steps }: Played): string {
  const lines = steps.map(({ code, outcome, result: answer }) => `${code} → ${outcome} ${answer}`);
  return [`${result?.verdict} (${result?.cause}): ${result?.reason}`, ...lines].join("\n");
}

describe.concurrent("office-basics", () => {
  test.each(tasks.map((task) => ({ name: `${task.domain}/${task.definition.id}`, task })))(
    "$name: the oracle passes, doing nothing fails, the near miss fails",
    async ({ task }) => {
      const untouched: EpisodeResult[] = [];
      const judgeUntouched: SetUp = async (input) => {
        await setUpTask(input);
        const trajectory = { stepCount: 0, exit: null, limit: "step_limit" } as const;
        untouched.push(await evaluator.evaluate({ ...input, trajectory }));
      };
      const near = await play(task, task.solution?.nearMiss ?? [], judgeUntouched);
      expect(untouched, account(near)).toEqual([
        {
          verdict: "failed",
          score: expect.any(Number),
          cause: "step_limit",
          reason: expect.stringMatching(/\w/),
        },
      ]);
      expect(near.result, account(near)).toMatchObject({ verdict: "failed", cause: "evaluator_rejected" });
      expect(near.result?.reason).toMatch(/\w/);

      const oracle = await play(task, task.solution?.oracle ?? []);
      expect(oracle.result, account(oracle)).toMatchObject({ verdict: "succeeded", score: 1, cause: null });
      expect(oracle.result?.reason).toMatch(/\w/);
      expect(
        oracle.steps.map((step) => step.outcome),
        account(oracle),
      ).toEqual(oracle.steps.map(() => "ok"));
    },
    TEST_MS,
  );
});
