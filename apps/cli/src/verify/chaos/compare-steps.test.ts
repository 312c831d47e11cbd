import { expect, test } from "vitest";
import { compareSteps } from "./compare-steps.ts";
import type { JournalArea } from "./read-worker-steps.ts";

const step = (key: string, actionId: string, area: JournalArea = "done") => ({ key, actionId, area });

test("what is stored as it was written agrees", () => {
  const stored = new Map([
    ["ep_1#0", "a"],
    ["ep_1#1", "b"],
    ["ep_2#0", "c"],
  ]);
  expect(compareSteps([step("ep_1#0", "a"), step("ep_1#1", "b")], stored)).toEqual([]);
});

test("a step that was acknowledged and is not stored is told apart from one that was never delivered", () => {
  const broken = compareSteps([step("ep_1#0", "a"), step("ep_1#1", "b", "active")], new Map());
  expect(broken).toEqual([
    "a step that was acknowledged is stored: not ep_1#0",
    "a written step is stored (active): not ep_1#1",
  ]);
});

test("another action under the same index is a finding", () => {
  expect(compareSteps([step("ep_1#0", "a")], new Map([["ep_1#0", "z"]]))).toEqual([
    "the step that is stored is the one that was carried out: not ep_1#0",
  ]);
});

test("two workers that both carried out a step are a finding, also when one of them is stored", () => {
  const both = [step("ep_1#0", "a"), step("ep_1#0", "b", "rejected")];
  expect(compareSteps(both, new Map([["ep_1#0", "a"]]))).toContain("a step was carried out once: not ep_1#0");
});
