import { expect, test } from "vitest";
import {
  parseLaunch,
  presetOf,
  START_PRESETS,
  splitSettings,
  startSwitches,
  USUAL_START,
} from "./launch-form.logic.ts";
import { setting } from "./testing/setting.ts";

const updates = setting();
const clip = setting({ name: "clip", label: "Clip", default: 0.2, min: 0, integer: false });

test("only what differs from the run's own settings is asked for", () => {
  const { settings, errors } = parseLaunch([updates, clip], { updates: 40 }, { updates: "40", clip: "0.3" });
  expect(errors).toEqual({});
  expect(settings).toEqual({ clip: 0.3 });
  expect(parseLaunch([updates], { updates: 40 }, { updates: "120" }).settings).toEqual({ updates: 120 });
});

test("what a setting does not allow is named with what it does", () => {
  expect(parseLaunch([updates], {}, { updates: "2.5" }).errors.updates).toBe(
    "A whole number from 1 to 1,000",
  );
  expect(parseLaunch([updates], {}, { updates: "" }).errors.updates).toBeDefined();
});

test("every preset is found from its switches, and other positions are none of them", () => {
  for (const kind of ["entropulse", "rl"] as const) {
    for (const preset of START_PRESETS[kind]) expect(presetOf(kind, preset.start)).toBe(preset);
    expect(presetOf(kind, { ...USUAL_START, weights: "fresh" })).toBeNull();
    expect(startSwitches(kind).map(({ part }) => part)).toEqual([
      "weights",
      "optimiser",
      "reference",
      "data",
    ]);
  }
});

test("every setting is in one of the two lists", () => {
  const { first, rest } = splitSettings("rl", [clip, updates]);
  expect(first).toEqual([updates]);
  expect(rest).toEqual([clip]);
});
