import { expect, it } from "vitest";
import { isTyping, matchShortcut, type Shortcut } from "./sequence.logic.ts";

const shortcut = (keys: string): Shortcut => ({ keys, label: keys, run: () => {}, group: "Page" });
const shortcuts = [shortcut("g f"), shortcut("j"), shortcut("f")];

it("waits for the second key of a sequence", () => {
  const first = matchShortcut(shortcuts, null, { key: "g", atMs: 0 });
  expect(first).toEqual({ match: null, remember: { key: "g", atMs: 0 } });
  expect(matchShortcut(shortcuts, first.remember, { key: "f", atMs: 300 }).match?.keys).toBe("g f");
});

it("forgets the first key after a while", () => {
  const late = matchShortcut(shortcuts, { key: "g", atMs: 0 }, { key: "f", atMs: 5000 });
  expect(late.match?.keys).toBe("f");
});

it("prefers the innermost part of the page", () => {
  const inner = shortcut("j");
  expect(matchShortcut([...shortcuts, inner], null, { key: "j", atMs: 0 }).match).toBe(inner);
});

it("keeps out of fields", () => {
  expect(isTyping({ tagName: "INPUT" })).toBe(true);
  expect(isTyping({ tagName: "DIV", isContentEditable: true })).toBe(true);
  expect(isTyping({ tagName: "BUTTON" })).toBe(false);
});
