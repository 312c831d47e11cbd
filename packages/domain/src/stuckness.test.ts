import { expect, it } from "vitest";
import { type ProgressFacts, STUCK_LIMITS, stuckness } from "./stuckness.ts";

const NOW = 10_000_000;
const lively: ProgressFacts = {
  acting: true,
  nowMs: NOW,
  heardAtMs: NOW,
  stillSinceMs: NOW,
  sameActions: 1,
};

it("finds no sign in an agent that was just heard of, sees something new and does something new", () => {
  expect(stuckness(lively)).toEqual({ score: 0, sign: null });
});

it.each([
  ["silent", { heardAtMs: NOW - STUCK_LIMITS.silentMs }],
  ["still", { stillSinceMs: NOW - STUCK_LIMITS.stillMs }],
  ["repeating", { sameActions: STUCK_LIMITS.sameActions }],
] as const)("names %s from its limit on, and not before", (sign, facts) => {
  expect(stuckness({ ...lively, ...facts })).toEqual({ score: 1, sign });
  const before = stuckness({
    ...lively,
    ...facts,
    nowMs: NOW - 1,
    sameActions: Math.min(STUCK_LIMITS.sameActions - 1, sign === "repeating" ? 99 : 1),
  });
  expect(before.sign).toBeNull();
  expect(before.score).toBeLessThan(1);
});

it("goes by the strongest sign, so that one sign is enough and two are not counted twice", () => {
  const facts = { ...lively, heardAtMs: NOW - 30_000, stillSinceMs: NOW - 120_000, sameActions: 2 };
  expect(stuckness(facts)).toEqual({ score: 2, sign: "still" });
});

it("puts the one that is stuck for longer before the other", () => {
  const ago = (ms: number) => stuckness({ ...lively, heardAtMs: NOW - ms }).score;
  expect(ago(300_000)).toBeGreaterThan(ago(299_000));
});

it("says nothing of an agent whose turn it is not, nor of a picture that nobody has seen", () => {
  const stuck = { ...lively, heardAtMs: 0, stillSinceMs: 0, sameActions: 99 };
  expect(stuckness({ ...stuck, acting: false })).toEqual({ score: 0, sign: null });
  expect(stuckness({ ...lively, stillSinceMs: null })).toEqual({ score: 0, sign: null });
});

it("takes a clock that runs behind for no sign", () => {
  expect(stuckness({ ...lively, nowMs: NOW - 5_000 }).score).toBe(0);
});
