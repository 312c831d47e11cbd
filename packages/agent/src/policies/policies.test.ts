import { AppError, type TaskSolution } from "@deskrl/domain";
import { TOOL_REGISTRY } from "@deskrl/protocol/tools";
import { describe, expect, test } from "vitest";
import { validateArguments } from "../actions/validate-arguments.ts";
import { parseResponse } from "../parser/parse-response.ts";
import type { Policy, Turn } from "../types.ts";
import { policyInput, testPolicyContract } from "./contract.ts";
import { createPolicy } from "./create-policy.ts";
import { createOraclePolicy } from "./oracle.ts";
import { createPacedPolicy } from "./paced.ts";
import { createRandomPolicy } from "./random.ts";
import { randomArguments } from "./random-arguments.ts";
import { createRandomSource } from "./random-source.ts";

function solution(...oracle: string[]): TaskSolution {
  return { oracle, nearMiss: [], nearMissFault: "" };
}

testPolicyContract("oracle", () =>
  createOraclePolicy(solution("Agent.hotkey(['ctrl', 's'])", "Agent.wait()"), "v1"),
);
testPolicyContract("random", () => createRandomPolicy(7, "v1"));
testPolicyContract("paced", () => createPacedPolicy(createRandomPolicy(7, "v1"), 5));

/** The code a policy answers with, turn after turn, as the loop would record it. */
async function play(policy: Policy, apps: (string | null)[]): Promise<string[]> {
  const history: Turn[] = [];
  for (const foregroundApp of apps) {
    const { text } = await policy.act(policyInput({ history: [...history], foregroundApp }));
    history.push({ responseText: text, code: parseResponse(text).code, outcome: "ok", result: "" });
  }
  return history.map(({ code }) => code);
}

describe("oracle", () => {
  test("plays its lines in order and then reports success", async () => {
    const policy = createOraclePolicy(
      solution("Agent.click([1, 2])", "Agent.click([1, 2])", "Agent.type(text='a')"),
      "v1",
    );
    expect(await play(policy, [null, null, null, null, null])).toEqual([
      "Agent.click([1, 2])",
      "Agent.click([1, 2])",
      "Agent.type(text='a')",
      "Agent.exit(success=True)",
      "Agent.exit(success=True)",
    ]);
  });

  test("leaves the end to a solution that ends the task itself", async () => {
    expect(await play(createOraclePolicy(solution("Agent.exit(success=False)"), "v1"), [null])).toEqual([
      "Agent.exit(success=False)",
    ]);
  });

  test("waits until the application of its next line is in front, but not for ever", async () => {
    const tool = TOOL_REGISTRY.calc?.[0]?.function.name;
    const policy = createOraclePolicy(solution(`${tool}()`), "v1");
    expect(await play(policy, [null, "files", "calc", "calc"])).toEqual([
      "Agent.wait()",
      "Agent.wait()",
      `${tool}()`,
      "Agent.exit(success=True)",
    ]);
    expect((await play(policy, Array(12).fill(null))).filter((code) => code === "Agent.wait()")).toHaveLength(
      10,
    );
  });

  test("an answer that was dropped is given again", async () => {
    const policy = createOraclePolicy(solution("Agent.click([1, 2])"), "v1");
    await policy.act(policyInput());
    expect(await play(policy, [null])).toEqual(["Agent.click([1, 2])"]);
  });

  test("without a solution it says so before anything is played", () => {
    expect(() => createPolicy({ policy: "oracle", policyVersion: "v1", solution: null, seed: 0 })).toThrow(
      AppError,
    );
  });
});

describe("random", () => {
  test("another seed chooses otherwise", async () => {
    const apps = Array(10).fill("calc");
    expect(await play(createRandomPolicy(1, "v1"), apps)).not.toEqual(
      await play(createRandomPolicy(2, "v1"), apps),
    );
  });

  test("uses clicks, typing, keys, application calls and exits", async () => {
    const seen = new Set<string>();
    for (let seed = 0; seed < 30; seed += 1) {
      for (const code of await play(createRandomPolicy(seed, "v1"), Array(20).fill("calc"))) {
        seen.add(code.split("(")[0] ?? "");
      }
    }
    for (const method of ["Agent.click", "Agent.type", "Agent.hotkey", "Agent.scroll", "Agent.exit"]) {
      expect([...seen]).toContain(method);
    }
    expect([...seen].some((name) => name.startsWith("CalcTools."))).toBe(true);
  });

  test("arguments fit the schema of every tool there is", () => {
    const random = createRandomSource(5);
    for (const { function: tool } of Object.values(TOOL_REGISTRY).flat()) {
      const signature = { name: tool.name, text: tool.name, parameters: tool.parameters };
      for (let round = 0; round < 20; round += 1) {
        const args = randomArguments(tool.parameters, random);
        expect(validateArguments(args, signature), `${tool.name} ${JSON.stringify(args)}`).toBeNull();
      }
    }
  });
});
