import { expect, test } from "vitest";
import { cut, storable } from "./text.ts";

test("a long text is cut to its limit, with a mark", () => {
  expect(cut("abc", 3)).toBe("abc");
  expect(cut("x".repeat(50), 20)).toHaveLength(20);
  expect(cut("x".repeat(50), 20)).toMatch(/… \(cut\)$/);
});

test("what PostgreSQL cannot hold is replaced wherever it is, and all else is untouched", () => {
  const at = new Date(0);
  expect(storable({ "k\0": ["a\0b", "\ud800", "😀", 1, null, true], at })).toStrictEqual({
    "k\ufffd": ["a\ufffdb", "\ufffd", "😀", 1, null, true],
    at,
  });
});
