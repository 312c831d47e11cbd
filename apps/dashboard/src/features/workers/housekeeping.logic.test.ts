import { expect, test } from "vitest";
import { inOrder, type LoopHealth, leaderLine, loopLook, turnTime } from "./housekeeping.logic.ts";

const loop = (name: string, state: LoopHealth["state"]): LoopHealth => ({
  ...{ name, state, leaderOnly: true, intervalMs: 1_000 },
  ...{ lastTurnAt: null, lastSuccessAt: null, durationMs: null, lastError: null },
});

test("what is stuck is red and comes first", () => {
  expect(loopLook(loop("reaper", "stuck"))).toMatchObject({ hue: "failed", word: "Stuck" });
  const names = inOrder([
    loop("b", "waiting"),
    loop("c", "failing"),
    loop("a", "working"),
    loop("d", "stuck"),
  ]);
  expect(names.map(({ name }) => name)).toEqual(["d", "c", "a", "b"]);
});

test("times carry their unit", () => {
  expect([turnTime(null), turnTime(12.4), turnTime(2_340)]).toEqual(["–", "12 ms", "2.3 s"]);
});

test("says who leads, and what it means when nobody does", () => {
  expect(leaderLine({ instance: "a", leader: "a" })).toBe("a leads and answers");
  expect(leaderLine({ instance: "a", leader: "b" })).toBe("b leads, a answers");
  expect(leaderLine({ instance: "a", leader: null })).toContain("no control plane leads");
});
