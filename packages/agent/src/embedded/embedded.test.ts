import { DEFAULT_SHAPE, Random, ScoreNetwork } from "@deskrl/learning";
import { generateTasks, type OfficeTask } from "@deskrl/tasks/generator";
import { describe, expect, expectTypeOf, test } from "vitest";
import { actionSpaceFor } from "../actions/action-space.ts";
import { resolveCall } from "../actions/resolve-call.ts";
import { parseCalls } from "../parser/call.ts";
import { parseResponse } from "../parser/parse-response.ts";
import { policyInput, testPolicyContract } from "../policies/contract.ts";
import { begin } from "../testing/play-on-sim.ts";
import type { PolicyInput, Turn } from "../types.ts";
import { decide } from "./decide.ts";
import { describeDecision } from "./decision-features.ts";
import { type DecisionInput, enumerateCandidates } from "./enumerate.ts";
import { createEmbeddedPolicy } from "./policy.ts";
import { stateTokens } from "./state-tokens.ts";

const network = ScoreNetwork.create(DEFAULT_SHAPE, Random.fromSeed(1));
for (let i = 0; i < network.weights.length; i += 3) network.weights[i] = ((i % 17) - 8) / 40;
const create = (temperature = 1) =>
  createEmbeddedPolicy({
    weights: network.weights,
    shape: DEFAULT_SHAPE,
    temperature,
    seed: 5,
    version: "v7",
  });

testPolicyContract("embedded", create);
testPolicyContract("embedded, greedy", () => create(0));

const tasks = generateTasks({ seed: 31, split: "train", count: 40 });

function inputOf(task: OfficeTask, history: Turn[] = []): DecisionInput {
  const observed = begin(task).observe();
  return {
    instruction: task.instruction,
    observation: { ...observed, screenshot: null, previousResult: "" },
    history,
    actionSpace: actionSpaceFor(observed.foregroundApp, "native"),
  };
}

describe("what a decision depends on", () => {
  test("is instruction, observation, history and action space by type", () => {
    expectTypeOf<keyof DecisionInput>().toEqualTypeOf<
      "instruction" | "observation" | "history" | "actionSpace"
    >();
    expectTypeOf<keyof PolicyInput>().toEqualTypeOf<keyof DecisionInput | "screenshot" | "signal">();
  });

  test("tasks that differ only in key, template, split, solution and expected state get the same decision", () => {
    for (const [index, task] of tasks.entries()) {
      const other = tasks[(index + 1) % tasks.length] ?? task;
      const disguised = { ...other, instruction: task.instruction, start: task.start, opens: task.opens };
      expect(disguised.key).not.toBe(task.key);
      const [one, two] = [inputOf(task), inputOf(disguised)];
      expect(two).toEqual(one);
      expect(describeDecision(two)).toEqual(describeDecision(one));
      const take = { temperature: 1, uniform: 0.4 };
      expect(decide(network, two, take)).toEqual(decide(network, one, take));
    }
  });

  test("nothing else of the input is read", async () => {
    const read = new Set<PropertyKey>();
    const watched = <T extends object>(value: T, path: string): T =>
      new Proxy(value, {
        get(target, key, receiver) {
          read.add(`${path}${String(key)}`);
          return Reflect.get(target, key, receiver);
        },
      });
    const [task] = tasks;
    if (!task) throw new Error("there are tasks");
    const input = inputOf(task);
    const observation = watched(input.observation, "observation.");
    const signal = new AbortController().signal;
    await create().act(watched({ ...input, observation, screenshot: null, signal }, ""));
    const allowed = ["signal", "instruction", "observation", "history", "actionSpace"];
    const seen = ["screen", "windows", "foregroundApp", "appInfo", "accessibility"].map(
      (key) => `observation.${key}`,
    );
    expect([...read].filter((key) => !allowed.includes(String(key)) && !seen.includes(String(key)))).toEqual(
      [],
    );
  });
});

test("log-probability and entropy are exact, and the answer is the drawn candidate's", async () => {
  for (const task of tasks.slice(0, 10)) {
    const input = inputOf(task);
    const { candidates, decision } = describeDecision(input);
    const powers = [...network.forward(decision).scores].map(Math.exp);
    const total = powers.reduce((a, b) => a + b);
    const probabilities = powers.map((power) => power / total);
    const output = await create().act({ ...input, screenshot: null, signal: new AbortController().signal });
    const chosen = candidates.findIndex(({ answer }) => answer === output.text);
    expect(output.logProb).toBeCloseTo(Math.log(probabilities[chosen] ?? 0), 9);
    const entropy = -probabilities.reduce((sum, p) => sum + (p > 0 ? p * Math.log(p) : 0), 0);
    expect(output.entropy).toBeCloseTo(entropy, 9);
  }
});

test("every candidate is one valid line in the API-GUI language, and no two are the same", () => {
  for (const task of tasks) {
    const input = inputOf(task);
    const candidates = enumerateCandidates(input);
    expect(new Set(candidates.map(({ code }) => code)).size).toBe(candidates.length);
    for (const { code, answer, api } of candidates) {
      const parsed = parseResponse(answer);
      expect(parsed).toMatchObject({ formatOk: true, code });
      const [call] = parseCalls(code);
      if (!call) throw new Error(code);
      expect(resolveCall(call, input.actionSpace).problem, code).toBeNull();
      expect(api).toBe(call.tool !== "Agent");
    }
  }
});

test("what was done shows in the state, whoever wrote the history", () => {
  const [task] = tasks;
  if (!task) throw new Error("there are tasks");
  const before = stateTokens(inputOf(task));
  const turn = {
    responseText: "I click.",
    code: "Agent.click(coordinate=[1, 2])",
    outcome: "ok",
    result: "",
  };
  expect(stateTokens(inputOf(task, [turn]))).not.toEqual(before);
  expect(stateTokens(inputOf(task, [turn]))).not.toEqual(
    stateTokens(inputOf(task, [{ ...turn, outcome: "error" }])),
  );
});

test("coordinates are written in the space that is asked for, within the screen", () => {
  const input = policyInput({ foregroundApp: "calc" });
  const codes = (space: "native" | "0-1000") =>
    enumerateCandidates({ ...input, actionSpace: actionSpaceFor("calc", space) }).map(({ code }) => code);
  expect(codes("native")).toContain("Agent.click(coordinate=[30, 40])");
  expect(codes("native").some((code) => code.includes("4000"))).toBe(false);
  expect(codes("0-1000")).toContain("Agent.click(coordinate=[23, 55])");
});
