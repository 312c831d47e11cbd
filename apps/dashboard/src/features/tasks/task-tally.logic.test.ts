import { expect, it } from "vitest";
import { successShare, tallies } from "./task-tally.logic.ts";

it("joins the counts of the verdicts by task", () => {
  const result = tallies({
    succeeded: [{ value: "a", count: 3 }],
    failed: [
      { value: "a", count: 1 },
      { value: "b", count: 2 },
    ],
    invalid: undefined,
  });
  expect(result.get("a")).toEqual({ succeeded: 3, failed: 1, invalid: 0 });
  expect(result.get("b")).toEqual({ succeeded: 0, failed: 2, invalid: 0 });
});

it("does not let the machinery's faults lower a success rate", () => {
  expect(successShare({ succeeded: 3, failed: 1, invalid: 96 })).toBe(0.75);
  expect(successShare({ succeeded: 0, failed: 0, invalid: 5 })).toBeNull();
});
