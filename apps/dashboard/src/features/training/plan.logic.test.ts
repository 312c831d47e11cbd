import { expect, test } from "vitest";
import { planChange, planForm, upcomingPhases } from "./plan.logic.ts";
import { setting } from "./testing/setting.ts";

const updates = setting();
const spec = {
  plan: "manual",
  autoEntropulse: false,
  settings: { bc: {}, rl: { updates: 40 }, entropulse: {}, eval: {} },
} as const;

test("only what was changed is asked for", () => {
  const form = planForm(spec, 120);
  expect(form).toEqual({ automatic: false, updates: "40", autoEntropulse: false });
  expect(planChange(form, spec, updates).change).toEqual({});
  expect(planChange({ ...form, automatic: true, updates: "60" }, spec, updates).change).toEqual({
    plan: "automatic",
    updates: 60,
  });
});

test("a number of updates that is none is refused with what is allowed", () => {
  expect(planChange({ ...planForm(spec, 120), updates: "many" }, spec, updates)).toEqual({
    change: null,
    error: "A whole number from 1 to 1,000",
  });
});

test("what is to come is named as it will be", () => {
  const story = [{ phase: { kind: "bc" } }, { phase: { kind: "rl" } }] as const;
  expect(upcomingPhases(story, ["entropulse", "rl", "eval"]).map(({ name }) => name)).toEqual([
    "Entropulse",
    "RL 2",
    "Evaluation",
  ]);
});
