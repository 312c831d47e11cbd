import { describe, expect, test } from "vitest";
import { parseResponse } from "./parse-response.ts";

const CLICK = "Agent.click(coordinate=[1, 2])";

describe("every form an answer may have", () => {
  test.each([
    ["thought and fence", `<think>why</think>\n\`\`\`python\n${CLICK}\n\`\`\``, "why"],
    ["no language on the fence", `<think>why</think>\n\`\`\`\n${CLICK}\n\`\`\``, "why"],
    ["one-line fence", `<think>why</think>\`\`\`python ${CLICK}\`\`\``, "why"],
    ["answer tag", `<think>why</think><answer>${CLICK}</answer>`, "why"],
    [
      "answer tag around a fence",
      `<think>why</think>\n<answer>\n\`\`\`python\n${CLICK}\n\`\`\`\n</answer>\n`,
      "why",
    ],
    ["answer tag cut off by a stop string", `<think>why</think><answer>${CLICK}`, "why"],
    ["bare line", `<think>why</think>\n${CLICK}`, "why"],
    ["bare line without a thought", CLICK, ""],
    ["opening tag eaten by the chat template", `why</think>\n\`\`\`python\n${CLICK}\n\`\`\``, "why"],
    ["prose before the fence", `why\n\`\`\`python\n${CLICK}\n\`\`\``, "why"],
    ["prose after the fence", `<think>why</think>\n\`\`\`python\n${CLICK}\n\`\`\`\nDone.`, "why"],
    ["windows line ends", `<think>why</think>\r\n\`\`\`python\r\n${CLICK}\r\n\`\`\`\r\n`, "why"],
  ])("%s", (_, text, thought) => {
    const parsed = parseResponse(text);
    expect(parsed).toMatchObject({ formatOk: true, thought, code: CLICK, calls: [{ method: "click" }] });
  });
});

describe("a malformed answer is told what is wrong", () => {
  test.each([
    ["", "The answer holds no code."],
    ["<think>why</think>", "The answer holds no code."],
    ["<think>why", "<think> is opened and not closed."],
    [`<think>why</think>\`\`\`python\n${CLICK}`, "opened and not closed"],
    ["<think>why</think>```python\n```", "there is no call"],
    ["<think>why</think>I would click.", "expected a call of the form Tool.method"],
    [`\`\`\`python\n${CLICK}\n\`\`\`\n\`\`\`python\n${CLICK}\n\`\`\``, "more than one code block"],
    ["<think>why</think>```python\nimport os\n```", "Line 1, column 1"],
    [`<think>why</think>${"x".repeat(200_001)}`, "200000 are allowed"],
  ])("%s", (text, message) => {
    const parsed = parseResponse(text);
    expect(parsed.formatOk).toBe(false);
    expect(parsed.formatOk ? "" : parsed.message).toContain(message);
    expect(parsed.formatOk ? "" : parsed.message).toMatch(/Write|Answer/);
  });
});

test("the thought is kept when the code is malformed", () => {
  const parsed = parseResponse("<think>why</think>\n```python\nAgent.click(\n```");
  expect(parsed).toMatchObject({ formatOk: false, thought: "why", code: "Agent.click(" });
});

test("tags and fences inside a quoted text are text", () => {
  const text = '<think>a</think>\n```python\nAgent.type(text="""```\n</think><answer>\n```""")\n```';
  const parsed = parseResponse(text);
  const [call] = parsed.formatOk ? parsed.calls : [];
  expect(call?.keyword.text).toBe("```\n</think><answer>\n```");
});

test("several lines are several actions of one turn", () => {
  const parsed = parseResponse("```python\nAgent.wait()\nAgent.exit(success=True)\n```");
  expect(parsed.formatOk && parsed.calls.map(({ method }) => method)).toEqual(["wait", "exit"]);
});
