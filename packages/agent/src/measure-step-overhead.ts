import type { EnvironmentProvider } from "@deskrl/desktops";
import { newId, TaskDefinition } from "@deskrl/domain";
import type { JournalRecord } from "@deskrl/protocol";
import { createPauseGate } from "./episode/pause-gate.ts";
import { runEpisode } from "./episode/run-episode.ts";
import type { PictureStore } from "./observation/take-picture.ts";
import { pythonCall } from "./parser/python-literal.ts";
import { writeAnswer } from "./policies/answer.ts";
import type { Policy } from "./types.ts";

export interface StepOverheadOptions {
  provider: Pick<EnvironmentProvider, "reset">;
  /** An environment that the provider has ready. */
  environmentId: string;
  /** Steps to measure. @default 50 */
  steps?: number;
  /** Where the pictures go, as in a worker. */
  pictures: PictureStore;
  /** Where the records go: durably, as in a worker, or the figure says too little. */
  record: (record: JournalRecord) => Promise<void>;
  signal: AbortSignal;
}

const TASK = TaskDefinition.parse({
  id: "step-overhead",
  instruction: "Move about.",
  evaluator: { func: "none" },
});
const DEADLINE_MS = 600_000;

/** Clicks on the desktop here and there, and presses Escape: steps of which the guest's part is small and known. */
const wanderer: Policy = {
  name: "wanderer",
  wantsPixels: false,
  act: async ({ history, observation: { screen } }) => {
    const turn = history.length;
    const x = Math.round(((turn * 37) % 100) * 0.01 * (screen.width - 1));
    const code =
      turn % 2 === 0
        ? pythonCall("Agent", "click", { coordinate: [x, Math.round(screen.height / 2)] })
        : pythonCall("Agent", "hotkey", { keys: ["escape"] });
    return { text: writeAnswer("Move about.", code), policyVersion: "1" };
  },
};

/**
 * Plays steps on a real desktop through the very loop that episodes run in.
 * @returns for each step the milliseconds that were not the guest's action: observation, policy, parsing, recording and
 * the way to the guest and back
 * @throws Error when the steps could not be played
 */
export async function measureStepOverhead(options: StepOverheadOptions): Promise<number[]> {
  const overheadMs: number[] = [];
  const { steps = 50 } = options;
  const result = await runEpisode({
    ...options,
    episodeId: newId("episode"),
    assignment: {
      task: TASK,
      files: [],
      policy: "random",
      policyVersion: "1",
      solution: null,
      maxSteps: steps,
      deadlineMs: DEADLINE_MS,
      seed: 0,
    },
    policy: wanderer,
    evaluator: {
      evaluate: async () => ({
        verdict: "failed",
        score: 0,
        cause: "step_limit",
        reason: "Nothing to judge.",
      }),
    },
    setUp: async () => {},
    pauseGate: createPauseGate(),
    onStep: ({ wallMs, guestMs }) => overheadMs.push(wallMs - guestMs),
  });
  if (result?.verdict === "invalid") throw new Error(`The steps could not be measured: ${result.reason}`);
  return overheadMs;
}
