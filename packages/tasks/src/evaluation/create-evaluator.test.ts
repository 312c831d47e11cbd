import { AppError, TaskDefinition } from "@deskrl/domain";
import { describe, expect, test } from "vitest";
import { type MemoryDesktop, memoryDesktop } from "../testing/memory-desktop.ts";
import type { TrajectoryDigest } from "../types.ts";
import { createEvaluator } from "./create-evaluator.ts";

const DONE: TrajectoryDigest = { stepCount: 3, exit: "success", limit: null };

/** A check whose result is a file: right when it says `yes`, wrong when not, without a score when it is a bomb. */
const check = (path: string) => ({ type: "vm_file", path: `/home/user/${path}` });
const yes = { type: "rule", rules: { expected: "yes" } };
const all = (conj: "and" | "or", ...paths: string[]) => ({
  func: paths.map(() => "exact_match"),
  conj,
  result: paths.map(check),
  expected: paths.map(() => yes),
});

function evaluate(
  evaluator: object,
  desktop: MemoryDesktop = {},
  trajectory: Partial<TrajectoryDigest> = {},
  signal = new AbortController().signal,
) {
  const task = TaskDefinition.parse({ id: "one", instruction: "Do it", evaluator });
  const made = memoryDesktop({ files: { "/home/user/right": "yes", "/home/user/wrong": "no" }, ...desktop });
  return createEvaluator().evaluate({ task, desktop: made, trajectory: { ...DONE, ...trajectory }, signal });
}

describe("`and`", () => {
  test("succeeds when all are right", async () => {
    expect(await evaluate(all("and", "right", "right"))).toMatchObject({
      verdict: "succeeded",
      score: 1,
      cause: null,
    });
  });

  test("stops at the first 0, so that a later fault does not matter", async () => {
    const result = await evaluate(
      {
        ...all("and", "wrong", "right"),
        result: [check("wrong"), { type: "vm_command_line", command: "hang" }],
      },
      { run: () => ({ exitCode: null }) },
    );
    expect(result).toMatchObject({ verdict: "failed", score: 0, cause: "evaluator_rejected" });
    expect(result.reason).toBe('/home/user/wrong is "no"; expected "yes".');
  });

  test("is the mean of what is left", async () => {
    const result = await evaluate(
      {
        func: ["exact_match", "fuzzy_match"],
        result: [check("right"), check("almost")],
        expected: [yes, { type: "rule", rules: { expected: "abcd" } }],
      },
      { files: { "/home/user/right": "yes", "/home/user/almost": "abxx" } },
    );
    expect(result).toMatchObject({ verdict: "failed", score: 0.75 });
  });
});

describe("`or`", () => {
  test("stops at the first 1", async () => {
    const evaluator = {
      ...all("or", "right", "x"),
      result: [check("right"), { type: "vm_command_line", command: "hang" }],
    };
    const result = await evaluate(evaluator, { run: () => ({ exitCode: null }) });
    expect(result.verdict).toBe("succeeded");
  });

  test("goes on after a missing file, which is 0 for that check only", async () => {
    expect(await evaluate(all("or", "missing", "right"))).toMatchObject({ verdict: "succeeded" });
  });

  test("is the greatest when none is right, and says what was wrong everywhere", async () => {
    const result = await evaluate(all("or", "missing", "wrong"));
    expect(result).toMatchObject({ verdict: "failed", score: 0 });
    expect(result.reason).toContain("there is no file /home/user/missing".slice(1));
    expect(result.reason).toContain('expected "yes"');
  });
});

describe("how the agent ended it", () => {
  test("giving up a task that can be done is a failure with its own cause", async () => {
    const result = await evaluate(all("and", "right"), {}, { exit: "failure" });
    expect(result).toMatchObject({ verdict: "failed", score: 0, cause: "agent_gave_up" });
  });

  test.each([
    ["failure", "succeeded"],
    ["success", "failed"],
    [null, "failed"],
  ] as const)("an infeasible task that ends with %s has %s", async (exit, verdict) => {
    const result = await evaluate({ func: "infeasible" }, {}, { exit });
    expect(result.verdict).toBe(verdict);
    expect(result.reason).not.toBe("");
  });

  test.each(["step_limit", "time_limit"] as const)(
    "%s is the cause when the task is not done",
    async (limit) => {
      const wrong = await evaluate(all("and", "wrong"), {}, { exit: null, limit });
      expect(wrong).toMatchObject({ verdict: "failed", cause: limit });
      const right = await evaluate(all("and", "right"), {}, { exit: null, limit });
      expect(right).toMatchObject({ verdict: "succeeded", cause: null });
    },
  );
});

describe("postconfig", () => {
  test("runs before anything is read", async () => {
    const log: string[] = [];
    const postconfig = [
      { type: "save_documents", parameters: {} },
      { type: "execute", parameters: { command: "sync", shell: true } },
    ];
    await evaluate({ ...all("and", "right"), postconfig }, { log });
    expect(log).toEqual(["save", "execute sync"]);
  });

  test("saving waits for the agent's own save to end", async () => {
    const log: string[] = [];
    const postconfig = [{ type: "save_documents", parameters: {} }];
    const refusals = [new AppError("guest_error", "storeSelf: 0xc10")];
    const result = await evaluate({ ...all("and", "right"), postconfig }, { log, refusals });
    expect(result).toMatchObject({ verdict: "succeeded" });
    expect(log).toEqual(["save", "save"]);
  });

  test("a desktop that does not answer is not asked to save again", async () => {
    const log: string[] = [];
    const postconfig = [{ type: "save_documents", parameters: {} }];
    const refusals = [new AppError("guest_timeout", "no answer")];
    const result = await evaluate({ ...all("and", "right"), postconfig }, { log, refusals });
    expect(result).toMatchObject({ verdict: "invalid", cause: "guest_timeout" });
    expect(log).toEqual(["save"]);
  });

  test("a window that the agent closed is no fault", async () => {
    const postconfig = [{ type: "activate_window", parameters: { window_name: "Letter" } }];
    expect(await evaluate({ ...all("and", "right"), postconfig })).toMatchObject({ verdict: "succeeded" });
  });

  test("a step that fails gives no score", async () => {
    const postconfig = [{ type: "execute", parameters: { command: "false" } }];
    const result = await evaluate({ ...all("and", "wrong"), postconfig }, { run: () => ({ exitCode: 1 }) });
    expect(result).toMatchObject({ verdict: "invalid", score: null, cause: "evaluator_error" });
  });
});

describe("a fault of the machinery is never a score", () => {
  test("a getter's error", async () => {
    const evaluator = { ...all("and", "x"), result: [{ type: "vm_command_line", command: "hang" }] };
    const result = await evaluate(evaluator, { run: () => ({ exitCode: null }) });
    expect(result).toMatchObject({ verdict: "invalid", score: null, cause: "evaluator_error" });
    expect(result.reason).toContain("did not end within 30 s");
  });

  test("a desktop that is gone keeps its own cause", async () => {
    const run = () => {
      throw new AppError("guest_unreachable", "the desktop does not answer");
    };
    const evaluator = { ...all("and", "x"), result: [{ type: "vm_command_line", command: "ls" }] };
    expect(await evaluate(evaluator, { run })).toMatchObject({
      verdict: "invalid",
      cause: "guest_unreachable",
    });
  });

  test("an exception", async () => {
    const run = () => {
      throw new TypeError("x is not a function");
    };
    const evaluator = { ...all("and", "x"), result: [{ type: "vm_command_line", command: "ls" }] };
    expect(await evaluate(evaluator, { run })).toMatchObject({
      verdict: "invalid",
      cause: "evaluator_error",
    });
  });

  test("an unknown function and a malformed evaluator", async () => {
    expect(await evaluate({ func: "no_such_thing", result: check("right") })).toMatchObject({
      verdict: "invalid",
      cause: "evaluator_unknown",
    });
    expect(
      await evaluate({ func: "exact_match", result: { type: "no_such_getter" }, expected: yes }),
    ).toMatchObject({
      verdict: "invalid",
      cause: "task_malformed",
    });
  });

  test("a suite's file that did not come along", async () => {
    const expected = { type: "suite_file", path: "gold.txt" };
    const result = await evaluate({ func: "compare_text_file", result: check("right"), expected });
    expect(result).toMatchObject({ verdict: "invalid", cause: "task_malformed" });
  });

  test("an aborted evaluation", async () => {
    const controller = new AbortController();
    controller.abort(new AppError("cancelled", "stopped by a person"));
    const result = await evaluate(all("and", "right"), {}, {}, controller.signal);
    expect(result).toMatchObject({ verdict: "invalid", cause: "cancelled" });
  });
});
