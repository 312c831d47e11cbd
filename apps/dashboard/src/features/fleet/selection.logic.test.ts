import { expect, it } from "vitest";
import { NOTHING, selectRange, toggleMany, toggleOne } from "./selection.logic.ts";

const order = ["a", "b", "c", "d", "e"];
const chosen = (selection: { ids: ReadonlySet<string> }) => [...selection.ids].toSorted().join("");

it("chooses a range from the last one that was chosen, both ways, and keeps what was chosen before", () => {
  const c = toggleOne(toggleOne(NOTHING, "a"), "c");
  expect(chosen(selectRange(c, "e", order))).toBe("acde");
  expect(chosen(selectRange(selectRange(c, "e", order), "b", order))).toBe("abcde");
});

it("chooses one when there is nothing to begin a range from, or it is not shown any more", () => {
  expect(chosen(selectRange(NOTHING, "b", order))).toBe("b");
  expect(chosen(selectRange(toggleOne(NOTHING, "gone"), "b", order))).toBe("bgone");
});

it("chooses a whole group, and lets it go when all of it is chosen", () => {
  const some = toggleMany(toggleOne(NOTHING, "a"), ["a", "b"]);
  expect(chosen(some)).toBe("ab");
  expect(chosen(toggleMany(some, ["a", "b"]))).toBe("");
});
