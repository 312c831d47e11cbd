import { expect, test } from "vitest";
import { policyInput } from "../policies/contract.ts";
import { buildPrompt } from "./build-prompt.ts";

test("the prompt has the paper's sections and only the tools of the application in front", () => {
  const [system, user] = buildPrompt(policyInput({ foregroundApp: "calc" }));
  expect(system?.content).toContain("class Agent:");
  expect(system?.content).toContain("class CalcTools:");
  expect(system?.content).not.toContain("WriterTools");
  expect(system?.content).toMatch(/Task: Sum the column\.$/);
  const sections = [...(user?.content.matchAll(/^\* (.+):$/gm) ?? [])].map(([, title]) => title);
  expect(sections).toEqual(["Apps", "Current App", "A11y Tree", "App Info", "Previous Action Result"]);
});

test("earlier turns keep their answer, cut, and their result; observations are left out; thirty turns stay", () => {
  const history = Array.from({ length: 40 }, (_, index) => ({
    responseText: `answer ${index} ${"x".repeat(3000)}`,
    code: "Agent.wait()",
    outcome: "ok",
    result: `result ${index}`,
  }));
  const messages = buildPrompt(policyInput({ history }));
  expect(messages).toHaveLength(1 + 2 * 30 + 1);
  expect(messages[2]?.content).toHaveLength(1500);
  expect(messages[2]?.content).toContain("answer 10 ");
  expect(messages[3]?.content).toContain("result 10");
  expect(messages[1]?.content).toContain("Environment State (Omitted)");
});
