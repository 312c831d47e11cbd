import { expect, it } from "vitest";
import { sanitize, sanitizeText, toJsonParameter } from "./sanitize.ts";

it("makes NUL and lone surrogates visible and leaves everything else as it is", () => {
  expect(sanitizeText("a\u0000b\ud800c\udc00d")).toBe("a␀b\ufffdc\ufffdd");
  const untouched = "ASCII, äöü, 漢字, 🎉, \u0001\t\n\u2028";
  expect(sanitizeText(untouched)).toBe(untouched);
});

it("reaches into objects, arrays and keys, and copies only what changes", () => {
  const clean = { text: "fine", list: [1, { deep: "ok" }], at: new Date(0) };
  expect(sanitize(clean)).toBe(clean);
  expect(sanitize({ "k\u0000": ["\u0000", { deep: "x\u0000" }], n: 1, no: null })).toEqual({
    "k␀": ["␀", { deep: "x␀" }],
    n: 1,
    no: null,
  });
});

it("leaves objects that are not plain alone", () => {
  const at = new Date(0);
  const bytes = new Uint8Array([0, 1]);
  expect(sanitize({ at, bytes })).toEqual({ at, bytes });
});

it("writes JSON without an escaped NUL", () => {
  expect(toJsonParameter([{ text: "a\u0000" }])).toBe('[{"text":"a␀"}]');
});
