import { expect, it } from "vitest";
import { LIVE_BUDGET, toggleLive, withinBudget } from "./live-views.logic.ts";

it("opens at most so many, whatever a browser asks for: 500 leave the newest ones live", () => {
  let live: string[] = [];
  for (let index = 0; index < 500; index += 1) live = toggleLive(live, `env_${index}`).live;
  expect(live).toHaveLength(LIVE_BUDGET);
  expect(live.at(-1)).toBe("env_499");
});

it("says which one became a picture again", () => {
  expect(toggleLive(["a", "b"], "c", 2)).toEqual({ live: ["b", "c"], ended: "a" });
  expect(toggleLive(["a"], "b", 2)).toEqual({ live: ["a", "b"], ended: null });
});

it("ends one that is live", () => {
  expect(toggleLive(["a", "b"], "a")).toEqual({ live: ["b"], ended: null });
});

it("opens no more from an address than from clicks, and nothing twice", () => {
  expect(withinBudget(["a", "a", ...Array.from({ length: 20 }, (_, index) => `env_${index}`)])).toHaveLength(
    LIVE_BUDGET,
  );
});
