import { describe, expect, it } from "vitest";
import { nextMarked, stepAt, stepMarks } from "./scrubber.logic.ts";

const ok = { outcome: "ok" as const, formatOk: true, quiet: false };

describe("stepMarks", () => {
  it("marks errors, malformed text and actions that changed nothing", () => {
    const marks = stepMarks(
      [
        { ...ok, screenshot: "a" },
        { ...ok, screenshot: "b" },
        { ...ok, screenshot: "b", outcome: "error" },
        { ...ok, screenshot: "b", formatOk: false, outcome: "not_executed" },
      ],
      "c",
    );
    expect(marks).toEqual([null, "no-change", "error", "malformed"]);
  });

  it("does not call a wait or an exit without change a finding", () => {
    expect(stepMarks([{ ...ok, screenshot: "a", quiet: true }], "a")).toEqual([null]);
  });

  it("does not guess about the last step when no later picture is known", () => {
    expect(stepMarks([{ ...ok, screenshot: "a" }], null)).toEqual([null]);
  });
});

it("finds the step under the pointer, within bounds", () => {
  expect(stepAt(0, 500, 10)).toBe(0);
  expect(stepAt(499, 500, 10)).toBe(9);
  expect(stepAt(900, 500, 10)).toBe(9);
  expect(stepAt(-4, 500, 10)).toBe(0);
});

it("jumps to marked steps only", () => {
  const marks = [null, "error", null, "no-change"] as const;
  expect(nextMarked(marks, 1, 1)).toBe(3);
  expect(nextMarked(marks, 1, -1)).toBeNull();
});
