import { describe, expect, it } from "vitest";
import { setting } from "./testing/setting.ts";
import { effectiveSettings, parseSetting, parseTrainForm, TRAIN_START } from "./train-spec.logic.ts";
import type { Catalog, SettingSpec } from "./types.ts";

const updates = setting();
const window: SettingSpec = {
  name: "window",
  label: "Window",
  default: "all",
  choices: ["all", "last"],
  origin: "paper",
  note: "",
};
const catalog: Catalog = { bc: [], rl: [updates], entropulse: [window], eval: [] };
const parse = (change: Partial<typeof TRAIN_START>) => parseTrainForm({ ...TRAIN_START, ...change }, catalog);

describe("the form", () => {
  it("is a whole request as it opens", () => {
    expect(parse({}).spec).toMatchObject({ plan: "manual", controls: false, seeds: [1] });
  });

  it("sends only what was changed, so that a default stays the default", () => {
    const { spec } = parse({ settings: { "rl.updates": "40", "entropulse.window": "all" }, seeds: "1, 2 3" });
    expect(spec?.settings).toEqual({ bc: {}, rl: { updates: 40 }, entropulse: {}, eval: {} });
    expect(spec?.seeds).toEqual([1, 2, 3]);
  });

  it("takes controls for an automatic plan", () => {
    expect(parse({ controls: true }).spec).toMatchObject({ plan: "automatic", controls: true });
  });

  it("lets the suggestion act only in an automatic plan without arms to compare", () => {
    const plans = [{}, { automatic: true }, { automatic: true, controls: true }];
    const acts = plans.map((plan) => parse({ ...plan, autoEntropulse: true }).spec?.autoEntropulse);
    expect(acts).toEqual([false, true, false]);
  });

  it("says of each field what is wrong and what would be right", () => {
    const { errors } = parse({
      seeds: "1, 1",
      trainTasks: "7",
      heldOutTasks: "many",
      settings: { "rl.updates": "2.5" },
    });
    expect(errors).toEqual({
      seeds: "Each seed once: the same seed learns the same",
      trainTasks: "Tasks to train on: between 8 and 5,000",
      heldOutTasks: "Held-out tasks: a whole number, such as 8",
      "rl.updates": "A whole number from 1 to 1,000",
    });
  });
});

it("reads choices and numbers within their limits only", () => {
  expect(parseSetting(window, "last")).toBe("last");
  expect(parseSetting(window, "first")).toBeNull();
  expect([parseSetting(updates, "0"), parseSetting(updates, ""), parseSetting(updates, "7")]).toEqual([
    null,
    null,
    7,
  ]);
});

it("shows each setting with the value in force and whether a person changed it", () => {
  expect(
    effectiveSettings([updates, window], { updates: 40 }).map(({ value, changed }) => [value, changed]),
  ).toEqual([
    [40, true],
    ["all", false],
  ]);
});
