import { expect, test } from "vitest";
import type { Json } from "../json.ts";
import { createRandomSource, type RandomSource } from "../policies/random-source.ts";
import { parseCalls } from "./call.ts";
import { parseResponse } from "./parse-response.ts";
import { pythonCall } from "./python-literal.ts";

const ROUNDS = 3_000;
const CHARACTERS = [
  ..."aé日😀'\"\\\n\t\r `#=,;:.()[]{}*-+0e_<>/",
  "```",
  "</think>",
  "True",
  "\u2028",
  "\x7f",
];
const PIECES: readonly [string, ...string[]] = [
  "<think>",
  "</think>",
  "```python\n",
  "```",
  "<answer>",
  "Agent.click(",
  "Agent",
  ".",
  "(",
  ")",
  "coordinate=",
  "[",
  "]",
  "1",
  "-",
  "'",
  '"""',
  "\\",
  "\n",
  " ",
  ",",
  "{",
  ":",
  "True",
  "#",
  "0x",
  "é",
  "\0",
  "\ud800",
];

function randomText(random: RandomSource): string {
  return Array.from({ length: random.integer(0, 12) }, () => random.pick(["x", ...CHARACTERS])).join("");
}

function randomValue(random: RandomSource, depth = 0): Json {
  switch (random.integer(0, depth > 3 ? 4 : 6)) {
    case 0:
      return null;
    case 1:
      return random.chance(0.5);
    case 2:
      return random.integer(-1_000_000, 1_000_000);
    case 3:
      return (random.next() - 0.5) * 10 ** random.integer(-12, 25);
    case 4:
      return randomText(random);
    case 5:
      return Array.from({ length: random.integer(0, 4) }, () => randomValue(random, depth + 1));
    default:
      return Object.fromEntries(
        Array.from({ length: random.integer(0, 3) }, () => [
          randomText(random),
          randomValue(random, depth + 1),
        ]),
      );
  }
}

test("what is written as Python is read back as the same value", () => {
  const random = createRandomSource(1);
  for (let round = 0; round < ROUNDS; round += 1) {
    const value = randomValue(random);
    const code = pythonCall("Agent", "quote", { content: value });
    expect(parseCalls(code)[0]?.keyword.content, code).toStrictEqual(value);
  }
});

test("a fenced answer is read back whatever its text holds", () => {
  const random = createRandomSource(2);
  for (let round = 0; round < ROUNDS; round += 1) {
    const text = randomText(random);
    const code = pythonCall("Agent", "type", { text });
    const parsed = parseResponse(`<think>t</think>\n\`\`\`python\n${code}\n\`\`\``);
    expect(parsed.formatOk && parsed.calls[0]?.keyword.text, code).toBe(text);
  }
});

test("no text makes the parser throw, hang or accept without a call", () => {
  const random = createRandomSource(3);
  for (let round = 0; round < ROUNDS * 3; round += 1) {
    const text = Array.from({ length: random.integer(0, 30) }, () => random.pick(PIECES)).join("");
    const parsed = parseResponse(text);
    if (parsed.formatOk) expect(parsed.calls.length, text).toBeGreaterThan(0);
    else expect(parsed.message.length, text).toBeGreaterThan(20);
  }
});

test("a correct answer with one character changed is understood or told where it is wrong", () => {
  const random = createRandomSource(4);
  const good = 'Agent.type(coordinate=[640, 360], text="a\\n\'b", enter=True)';
  for (let round = 0; round < ROUNDS; round += 1) {
    const at = random.integer(0, good.length - 1);
    const code = good.slice(0, at) + random.pick(PIECES) + good.slice(at + random.integer(0, 1));
    const parsed = parseResponse(`<think>t</think>\n\`\`\`python\n${code}\n\`\`\``);
    if (!parsed.formatOk)
      expect(parsed.message).toMatch(/Line \d+, column \d+|opened and not closed|code block/);
  }
});
