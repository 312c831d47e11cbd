import { expect, it } from "vitest";
import { commonCode, firstDivergence } from "./divergence.logic.ts";

const member = (...code: string[]) => ({ code });

it("marks the first step at which the members part ways", () => {
  expect(firstDivergence([member("a", "b", "c"), member("a", "x", "c")])).toBe(1);
});

it("takes an end for parting from those that go on", () => {
  expect(firstDivergence([member("a", "b"), member("a")])).toBe(1);
});

it("finds none where all do the same, or where there is one alone", () => {
  expect(firstDivergence([member("a"), member("a")])).toBeNull();
  expect(firstDivergence([member("a")])).toBeNull();
  expect(firstDivergence([])).toBeNull();
});

it("names what most members do, so that the odd ones out stand out", () => {
  expect(commonCode([member("a"), member("b"), member("b")], 0)).toBe("b");
  expect(commonCode([member("a")], 5)).toBeNull();
});
