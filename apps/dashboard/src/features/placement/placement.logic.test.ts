import { expect, test } from "vitest";
import { ANYWHERE, choiceOf, describePins, labelsOf, placementOf, toggled } from "./placement.logic.ts";

const facts = (labels?: string[]) => ({
  facts: {
    ...{ hostname: "h", cores: 1, memoryMib: 1, diskFreeMib: null, provider: "sim" as const },
    ...{ engineProblem: null, engineVersion: null },
    ...(labels ? { labels } : {}),
  },
});

test("what is as by default is not asked for, and comes back the same", () => {
  expect(placementOf(ANYWHERE)).toEqual({});
  const choice = { priority: 3, workers: ["wrk_1"], labels: ["gpu"] };
  expect(choiceOf(placementOf(choice))).toEqual(choice);
  expect(choiceOf({})).toEqual(ANYWHERE);
});

test("labels are offered with how many workers have them; a chosen one that none has stays in sight", () => {
  expect(labelsOf([facts(["gpu", "rack-1"]), facts(["gpu"]), facts()], ["gone"])).toEqual([
    { label: "gone", workers: 0 },
    { label: "gpu", workers: 2 },
    { label: "rack-1", workers: 1 },
  ]);
});

test("pins are told by name, and by id where the worker is gone", () => {
  const known = [{ id: "wrk_1", name: "rack-1" }];
  expect(describePins({}, known)).toBe("any worker");
  expect(describePins({ workers: ["wrk_1", "wrk_2"], labels: ["gpu"] }, known)).toBe(
    "rack-1, wrk_2, label gpu",
  );
});

test("a second click takes a choice back", () => {
  expect(toggled(toggled([], "a"), "b")).toEqual(["a", "b"]);
  expect(toggled(["a", "b"], "a")).toEqual(["b"]);
});
