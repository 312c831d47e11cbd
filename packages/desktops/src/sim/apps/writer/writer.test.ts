import { expect, test } from "vitest";
import { takeDesktop } from "../../testing/hands.ts";

const PATH = "/home/user/Documents/a.txt";
const openText = (text = "One two.\nThree four.\n") => {
  const hands = takeDesktop({ [PATH]: text });
  hands.desktop.openPath(PATH);
  return hands;
};

test("typing goes where the caret is; keys move it", () => {
  const hands = openText();
  hands.keys("ctrl", "end");
  hands.type("\nLast");
  hands.keys("home");
  hands.type("The ");
  hands.keys("ctrl", "home");
  hands.keys("end");
  hands.keys("backspace");
  hands.type("!\nNew");
  hands.keys("ctrl", "s");
  expect(hands.desktop.readText(PATH)).toBe("One two!\nNew\nThree four.\nThe Last\n");
});

test("a line break at the end of a file begins no paragraph, and saving writes one", () => {
  for (const text of ["a\nb\n", "a\nb"]) {
    const hands = openText(text);
    expect(hands.info()).toBe(`File: ${PATH}\nParagraph 0: a\nParagraph 1: b`);
    hands.keys("ctrl", "end");
    hands.type("!");
    hands.keys("ctrl", "s");
    expect(hands.desktop.readText(PATH)).toBe("a\nb!\n");
  }
});

test("clicks place the caret, select words and paragraphs; typing replaces the selection", () => {
  const hands = openText("One two three\nx");
  const row = hands.desktop.observe().accessibility.find(({ name }) => name === "Paragraph 0");
  if (!row) throw new Error("no paragraph");
  const left = row.x - (row.width >> 1);
  hands.do({ kind: "click", x: left + 8 * 5, y: row.y, clicks: 2 });
  hands.type("2");
  hands.do({ kind: "click", x: left, y: row.y });
  hands.type(">");
  expect(hands.info()).toContain("Paragraph 0: >One 2 three");
  hands.do({ kind: "drag", from: { x: left, y: row.y }, to: { x: left + 8 * 4, y: row.y } });
  hands.keys("ctrl", "x");
  hands.click("Paragraph 1");
  hands.keys("ctrl", "v");
  expect(hands.info()).toContain("Paragraph 0: 2 three\nParagraph 1: x>One");
  hands.click("Paragraph 0", { clicks: 3 });
  hands.keys("delete");
  expect(hands.info()).toContain("Paragraph 0: \nParagraph 1: x>One");
});

test("find and replace changes every place, and says when there is none", () => {
  const hands = openText("a.b a.b\nA.b\n");
  hands.keys("ctrl", "h");
  hands.type("a.b");
  hands.click("Replace");
  hands.type("$&c");
  hands.click("Replace All");
  expect(hands.info()).toContain("Paragraph 0: $&c $&c\nParagraph 1: A.b");
  hands.click("Find");
  hands.type("nowhere");
  expect(hands.fail({ kind: "hotkey", keys: ["enter"] })).toContain("not found");
  hands.click("Close");
  hands.keys("ctrl", "z");
  expect(hands.info()).toContain("Paragraph 0: a.b a.b");
});

test("an overwriting type replaces the whole text", () => {
  const hands = openText();
  hands.type("fresh", { overwrite: true });
  expect(hands.info()).toBe(`File: ${PATH}\nParagraph 0: fresh`);
});

test("a long paragraph is one row over several lines, and every line takes clicks", () => {
  const hands = openText(`${"word ".repeat(60)}end`);
  const row = hands.desktop.observe().accessibility.find(({ name }) => name === "Paragraph 0");
  if (!row) throw new Error("no paragraph");
  expect(row.height).toBeGreaterThan(20);
  hands.do({ kind: "click", x: row.x - (row.width >> 1) + row.width - 1, y: row.y + (row.height >> 1) - 1 });
  hands.type("!");
  expect(hands.info()).toMatch(/end!$/);
});
