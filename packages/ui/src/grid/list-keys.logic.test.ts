import { expect, it } from "vitest";
import { moveInList } from "./list-keys.logic.ts";

const size = { count: 100, page: 20 };

it("moves by one, by a page and to the ends, and never past them", () => {
  expect(moveInList(5, "ArrowDown", size)).toBe(6);
  expect(moveInList(5, "k", size)).toBe(4);
  expect(moveInList(0, "ArrowUp", size)).toBe(0);
  expect(moveInList(90, "PageDown", size)).toBe(99);
  expect(moveInList(50, "Home", size)).toBe(0);
  expect(moveInList(50, "End", size)).toBe(99);
});

it("leaves other keys alone, and an empty list at its start", () => {
  expect(moveInList(5, "x", size)).toBeNull();
  expect(moveInList(0, "End", { count: 0, page: 20 })).toBe(0);
});
