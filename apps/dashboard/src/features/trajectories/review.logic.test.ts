import { expect, it } from "vitest";
import type { StepRow } from "../../lib/api/types.ts";
import { clampStep, isQuiet, neighbours, pictureAfter } from "./review.logic.ts";

const step = (screenshot: string | null) => ({ observation: { screenshot } }) as StepRow;
const steps = [step("a"), step("b"), step("c"), step("d")];

it("shows the first step when the address names none, and the last when it names one beyond", () => {
  expect(clampStep(null, 4)).toBe(0);
  expect(clampStep(3, 4)).toBe(2);
  expect(clampStep(99, 4)).toBe(3);
  expect(clampStep(-5, 4)).toBe(0);
  expect(clampStep(3, 0)).toBe(0);
});

it("takes the picture before the next step for the one after this one", () => {
  expect(pictureAfter(steps, 0, "z")).toBe("b");
  expect(pictureAfter(steps, 3, "z")).toBe("z");
  expect(pictureAfter(steps, 3, null)).toBeNull();
});

it("loads the neighbours before they are asked for, each once", () => {
  expect(neighbours(steps, 1, null)).toEqual(["c", "d", "a"]);
  expect(neighbours([step("a"), step("a")], 0, "z")).toEqual(["a", "z"]);
});

it("knows which actions change nothing by design", () => {
  expect(isQuiet({ call: { tool: "Agent", method: "wait", args: {} } })).toBe(true);
  expect(isQuiet({ call: { tool: "Agent", method: "click", args: {} } })).toBe(false);
  expect(isQuiet({ call: null })).toBe(false);
});
