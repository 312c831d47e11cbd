import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import {
  AppError,
  type EpisodeResult,
  newId,
  type Step,
  TaskDefinition,
  type TaskSolution,
} from "@deskrl/domain";
import type { EpisodeAssignment, JournalRecord } from "@deskrl/protocol";
import { createEvaluator, type Evaluator, setUpTask } from "@deskrl/tasks";
import { useDesktop } from "@deskrl/testing";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { writeAnswer } from "../policies/answer.ts";
import { createPolicy } from "../policies/create-policy.ts";
import type { Policy } from "../types.ts";
import { InvalidEpisodeError } from "./invalid-episode-error.ts";
import { createPauseGate, type SettablePauseGate } from "./pause-gate.ts";
import { runEpisode } from "./run-episode.ts";
import type { RunEpisodeOptions } from "./types.ts";

const docker = promisify(execFile);
const desk = useDesktop({ warm: 1 });
/** Kept, since a desktop that a test killed cannot be asked. */
let environmentId = "";
beforeAll(() => {
  environmentId = desk.desktop.environmentId;
});

const NOTE = TaskDefinition.parse({
  id: "note",
  instruction: "Write the word done into /home/user/note.txt.",
  config: [{ type: "execute", parameters: { command: ["bash", "-c", "echo start > /home/user/note.txt"] } }],
  evaluator: {
    func: "exact_match",
    result: { type: "vm_command_line", command: ["cat", "/home/user/note.txt"] },
    expected: { type: "rule", rules: { expected: "done\n" } },
  },
});

/** Plays fixed lines; what it is given in the end goes into `seen`. */
function scripted(...lines: string[]): Policy & { results: string[] } {
  const results: string[] = [];
  return {
    name: "scripted",
    wantsPixels: true,
    results,
    act: async ({ history, observation }) => {
      results.push(observation.previousResult);
      const line = lines[history.length] ?? "Agent.exit(success=True)";
      return { text: line.includes("```") ? line : writeAnswer("scripted", line), policyVersion: "1" };
    },
  };
}

interface Played {
  result: EpisodeResult | null;
  records: JournalRecord[];
  steps: Step[];
  pictures: Map<string, Uint8Array>;
}

async function play(
  given: Partial<RunEpisodeOptions> & { limits?: Partial<EpisodeAssignment>; solution?: TaskSolution } = {},
): Promise<Played> {
  const records: JournalRecord[] = [];
  const pictures = new Map<string, Uint8Array>();
  const assignment: EpisodeAssignment = {
    task: NOTE,
    files: [],
    policy: "oracle",
    policyVersion: "1",
    solution: given.solution ?? null,
    maxSteps: 10,
    deadlineMs: 120_000,
    seed: 1,
    ...given.limits,
  };
  const result = await runEpisode({
    episodeId: newId("episode"),
    assignment,
    environmentId,
    provider: desk.provider,
    policy: given.policy ?? createPolicy(assignment),
    evaluator: createEvaluator(),
    setUp: setUpTask,
    record: async (record) => {
      records.push(record);
    },
    pictures: {
      put: async (bytes) => {
        const hash = createHash("sha256").update(bytes).digest("hex");
        pictures.set(hash, bytes);
        return hash;
      },
    },
    pauseGate: createPauseGate(),
    signal: new AbortController().signal,
    ...given,
  });
  const steps = records.flatMap((record) => (record.kind === "step" ? [record.step] : []));
  return { result, records, steps, pictures };
}

const SOLUTION: TaskSolution = {
  oracle: [
    "Agent.open_app(app_name='terminal')",
    "Agent.type(text='echo done > ~/note.txt', enter=True)",
    "Agent.wait()",
  ],
  nearMiss: [],
  nearMissFault: "",
};

/** The container that is behind the desktop now; it is named after it a moment after it was put there. */
async function container(): Promise<string> {
  const { generation } = desk.desktop;
  return vi.waitFor(
    async () => {
      const name = `deskrl-${environmentId}-g${generation}`;
      const { stdout } = await docker("docker", ["ps", "-q", "--filter", `name=${name}`]);
      expect(stdout.trim()).not.toBe("");
      return stdout.trim();
    },
    { timeout: 20_000, interval: 200 },
  );
}

describe("a whole episode on a real desktop", () => {
  test("the oracle plays its lines, is judged, and every step is recorded with what it saw", async () => {
    const { result, records, steps, pictures } = await play({ solution: SOLUTION });
    expect(result).toMatchObject({ verdict: "succeeded", score: 1 });
    expect(
      records.filter(({ kind }) => kind === "state").map((record) => "state" in record && record.state),
    ).toEqual(["resetting", "acting", "judging"]);
    expect(records.at(-1)).toMatchObject({ kind: "finished", result });
    expect(steps.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    expect(steps.map(({ outcome }) => outcome)).toEqual(["ok", "ok", "ok", "ok"]);
    expect(steps.at(-1)?.call).toEqual({ tool: "Agent", method: "exit", args: { success: true } });
    for (const { observation, timing } of steps) {
      expect(pictures.has(observation.screenshot ?? "")).toBe(true);
      expect(timing.totalMs).toBeGreaterThanOrEqual(timing.executeMs);
    }
    const finished = records.at(-1);
    expect(finished?.kind === "finished" && pictures.has(finished.finalScreenshot ?? "")).toBe(true);
  });

  test("doing nothing fails with a score, and the next episode begins on a clean desktop", async () => {
    const { result, steps } = await play({ policy: scripted() });
    expect(result).toMatchObject({ verdict: "failed", score: 0, cause: "evaluator_rejected" });
    expect(steps[0]?.observation.windows.map(({ title }) => title).join()).not.toContain("terminal");
  });

  test("the random policy plays valid actions to the step limit", async () => {
    const { result, steps } = await play({
      policy: createPolicy({ policy: "random", policyVersion: "1", solution: null, seed: 3 }),
      limits: { maxSteps: 6 },
    });
    expect(result?.verdict).not.toBe("invalid");
    expect(steps.every(({ formatOk }) => formatOk)).toBe(true);
    expect(steps.length).toBeLessThanOrEqual(6);
  });
});

describe("what a policy does wrong is a step, not a crash", () => {
  test("malformed text, wrong arguments, a point off the screen, a tool that is not offered", async () => {
    const policy = scripted(
      "I do not know ```",
      "Agent.click(coordinate=[1])",
      "Agent.click(coordinate=[5000, 10])",
      "CalcTools.save()",
      "Agent.quote(content='noted')",
      "Agent.switch_window(window_id='0x7777777')",
    );
    const { result, steps } = await play({ policy });
    expect(result?.verdict).toBe("failed");
    expect(steps.map(({ formatOk, outcome, errorCode }) => [formatOk, outcome, errorCode])).toEqual([
      [false, "not_executed", "invalid_input"],
      [true, "not_executed", "tool_arguments_invalid"],
      [true, "not_executed", "action_out_of_screen"],
      [true, "not_executed", "tool_not_offered"],
      [true, "ok", null],
      [true, "error", expect.any(String)],
      [true, "ok", null],
    ]);
    expect(policy.results[2]).toContain('argument "coordinate" received [1]');
    expect(policy.results[3]).toContain("received x=5000, y=10");
    expect(policy.results[5]).toBe("noted");
    expect(steps[2]?.points).toEqual([]);
  });

  test("several actions in one turn are several steps; after one that fails the rest is left out", async () => {
    const policy = scripted(
      "```python\nAgent.click(coordinate=[640, 300])\nAgent.wait()\n```",
      "```python\nAgent.wait()\nAgent.click(coordinate=[9999, 1])\nAgent.wait()\n```",
    );
    const { steps } = await play({ policy });
    expect(steps.map(({ index, code }) => [index, code])).toEqual([
      [0, "Agent.click(coordinate=[640, 300])"],
      [1, "Agent.wait()"],
      [2, "Agent.wait()"],
      [3, "Agent.click(coordinate=[9999, 1])"],
      [4, "Agent.exit(success=True)"],
    ]);
    expect(steps[0]?.points).toEqual([{ x: 640, y: 300 }]);
    expect(steps[3]?.result).toContain("The 1 further actions of this turn were not carried out.");
    expect(new Set(steps.map(({ actionId }) => actionId)).size).toBe(5);
  });

  test("the limits end it and say which", async () => {
    const endless = scripted(...Array(50).fill("Agent.wait()"));
    const byCount = await play({ policy: endless, limits: { maxSteps: 2 } });
    expect(byCount.result).toMatchObject({ verdict: "failed", cause: "step_limit" });
    expect(byCount.steps).toHaveLength(2);
    let skippedMs = 0;
    const late: Policy = {
      name: "late",
      wantsPixels: true,
      act: async (input) => {
        if (input.history.length === 1) skippedMs = 600_000;
        return endless.act(input);
      },
    };
    const now = () => performance.now() + skippedMs;
    const byTime = await play({ policy: late, now, limits: { deadlineMs: 300_000, maxSteps: 50 } });
    expect(byTime.result).toMatchObject({ verdict: "failed", cause: "time_limit" });
    expect(byTime.steps.length).toBeGreaterThan(0);
    expect(byTime.steps.length).toBeLessThan(50);
  });
});

describe("what the machinery breaks is invalid, with its cause and without a score", () => {
  const policyOf = (act: () => Promise<void>): Policy => ({
    name: "saboteur",
    wantsPixels: true,
    act: async () => {
      await act();
      return { text: writeAnswer("go on", "Agent.click(coordinate=[640, 300])"), policyVersion: "1" };
    },
  });

  test("a desktop that is killed in the middle", async () => {
    const policy = policyOf(async () => {
      await docker("docker", ["kill", await container()]);
    });
    const { result, records } = await play({ policy });
    expect(result).toMatchObject({ verdict: "invalid", score: null });
    expect(["guest_unreachable", "environment_lost"]).toContain(result?.cause);
    expect(records.at(-1)).toMatchObject({ kind: "finished", result, finalScreenshot: null });
    expect(records.filter(({ kind }) => kind === "step")).toHaveLength(1);
  });

  test("a desktop that hangs", async () => {
    let paused = "";
    const policy = policyOf(async () => {
      paused = await container();
      await docker("docker", ["pause", paused]);
    });
    try {
      const { result } = await play({ policy });
      expect(result).toMatchObject({ verdict: "invalid", score: null, cause: "guest_timeout" });
    } finally {
      await docker("docker", ["unpause", paused]);
    }
  });

  test("a set-up that cannot be done, before the agent acts", async () => {
    const task = { ...NOTE, config: [{ type: "open", parameters: { path: "/home/user/none.xlsx" } }] };
    const { result, steps } = await play({ policy: scripted(), limits: { task } });
    expect(result).toMatchObject({ verdict: "invalid", score: null });
    expect(result?.reason).toContain("setting up the task");
    expect(steps).toHaveLength(0);
  });

  test("a policy, an evaluator and a disk that fail", async () => {
    const broken = await play({
      policy: policyOf(async () => {
        throw new Error("out of memory");
      }),
    });
    expect(broken.result).toMatchObject({ verdict: "invalid", cause: "policy_error" });
    expect(broken.result?.reason).toContain("out of memory");
    const evaluator: Evaluator = {
      evaluate: async () => {
        throw new Error("no such column");
      },
    };
    const unjudged = await play({ policy: scripted(), evaluator });
    expect(unjudged.result).toMatchObject({ verdict: "invalid", score: null, cause: "evaluator_error" });
    const put = async () => {
      throw new AppError("disk_full", "The disk is full.", { fix: "Free some space." });
    };
    const full = await play({ policy: scripted(), pictures: { put } });
    expect(full.result).toMatchObject({ verdict: "invalid", cause: "disk_full" });
    expect(full.result?.reason).toContain("Free some space.");
  });

  test("a cancelled episode is recorded as that, a fenced one records nothing more", async () => {
    const cancel = new AbortController();
    const cancelled = await play({
      signal: cancel.signal,
      policy: policyOf(async () =>
        cancel.abort(new InvalidEpisodeError("cancelled", "A person stopped it.")),
      ),
    });
    expect(cancelled.result).toMatchObject({ verdict: "invalid", cause: "cancelled" });
    expect(cancelled.result?.reason).toContain("A person stopped it.");
    const fence = new AbortController();
    const fenced = await play({
      signal: fence.signal,
      policy: policyOf(async () => fence.abort(new AppError("fenced", "Lease lost."))),
    });
    expect(fenced.result).toBeNull();
    expect(fenced.records.map(({ kind }) => kind)).toEqual(["state", "state"]);
  });
});

test("while a person has the desktop the agent is held, and it looks again before it goes on", async () => {
  const pauseGate: SettablePauseGate = createPauseGate();
  let asked = 0;
  const policy: Policy = {
    name: "held",
    wantsPixels: true,
    act: async () => {
      asked += 1;
      if (asked === 1) {
        pauseGate.set(true);
        setTimeout(() => {
          void desk.desktop.files
            .write("/home/user/note.txt", new TextEncoder().encode("done\n"))
            .then(() => pauseGate.set(false));
        }, 500);
      }
      const line = asked === 1 ? "Agent.click(coordinate=[1, 1])" : "Agent.exit(success=True)";
      return { text: writeAnswer("go", line), policyVersion: "1" };
    },
  };
  const { records, steps, result } = await play({ policy, pauseGate });
  expect(
    records.filter(({ kind }) => kind === "state").map((record) => "state" in record && record.state),
  ).toEqual(["resetting", "acting", "paused", "acting", "judging"]);
  expect(steps.map(({ code }) => code)).toEqual(["Agent.exit(success=True)"]);
  expect(result?.verdict).toBe("succeeded");
});
