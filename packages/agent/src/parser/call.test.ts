import { describe, expect, test } from "vitest";
import type { Json } from "../json.ts";
import { MAX_ACTIONS_PER_TURN, parseCalls } from "./call.ts";
import { CodeSyntaxError } from "./scanner.ts";

function argument(literal: string): Json | undefined {
  return parseCalls(`Agent.quote(content=${literal})`)[0]?.keyword.content;
}

function fault(code: string): string {
  try {
    parseCalls(code);
  } catch (error) {
    if (error instanceof CodeSyntaxError) return error.describe();
    throw error;
  }
  return "no fault";
}

describe("literals are read as Python reads them", () => {
  test.each<[string, Json]>([
    ["'it''s'", "its"],
    ['"a" "b"', "ab"],
    ["'say \"hi\"'", 'say "hi"'],
    ["'it\\'s'", "it's"],
    ['"tab\\tnewline\\nback\\\\slash"', "tab\tnewline\nback\\slash"],
    ['"""two\nlines "quoted" here"""', 'two\nlines "quoted" here'],
    ["'''a'b'''", "a'b"],
    ['"\\x41\\u00e9\\U0001F600\\101"', "Aé😀A"],
    ['"unknown \\d stays"', "unknown \\d stays"],
    ['"line \\\ngoes on"', "line goes on"],
    ['r"\\n is two characters"', "\\n is two characters"],
    ["u'x'", "x"],
    ["''", ""],
    ["'日本語 ünïcode 😀'", "日本語 ünïcode 😀"],
    ["3", 3],
    ["-3", -3],
    ["+3", 3],
    ["--3", 3],
    ["-0", 0],
    ["00", 0],
    ["1_000", 1000],
    ["1.5", 1.5],
    [".5", 0.5],
    ["5.", 5],
    ["1e3", 1000],
    ["1.5E-2", 0.015],
    ["0x1F", 31],
    ["0b101", 5],
    ["0o17", 15],
    ["True", true],
    ["False", false],
    ["None", null],
    ["[]", []],
    ["[1, 'a', [True, None],]", [1, "a", [true, null]]],
    ["(1, 2)", [1, 2]],
    ["(1,)", [1]],
    ["(1)", 1],
    ["()", []],
    ["{}", {}],
    ["{'a': 1, 'b': [2],}", { a: 1, b: [2] }],
    ["{'__proto__': 1}", JSON.parse('{"__proto__": 1}')],
    ["[1, # one\n 2]", [1, 2]],
  ])("%s", (literal, value) => {
    expect(argument(literal)).toStrictEqual(value);
  });
});

describe("what is no single call with literals is refused: what, where, what to do", () => {
  test.each([
    ["", "Line 1, column 1: there is no call. Write one call such as Agent.click"],
    ["# only a comment", "there is no call"],
    ["wait()", "Line 1, column 1: expected a call of the form Tool.method(…)"],
    ["Agent.wait", "Line 1, column 11: expected `(` after Agent.wait, found the end of the code"],
    ["Agent.wait(", "Line 1, column 11: a bracket is opened here and not closed. Close it with )."],
    ["Agent.type('abc", "Line 1, column 12: a string is opened here and not closed. Close it with '."],
    ["Agent.type('abc\n')", "Line 1, column 12: a string is opened here and not closed"],
    ['Agent.type("""abc")', 'Close it with """.'],
    ["Agent.click([1, 2)", "Line 1, column 18: expected `,` or `]`, found `)`"],
    ["Agent.click(x)", "Line 1, column 13: `x` is a name, not a value. Write a literal"],
    ["Agent.click(coordinate=[a.x, 2])", "Line 1, column 25: `a` is a name"],
    ["Agent.type(text=str(3))", "`str` is a name"],
    ["Agent.type(text=f'{x}')", "the prefix `f` is not a plain literal"],
    ["Agent.type(text=b'x')", "the prefix `b`"],
    ["Agent.type(text='a' + 'b')", "expected `,` or `)`, found `+`"],
    ["Agent.type(text='%s' % 3)", "found `%`"],
    ["Agent.click([1 + 2, 3])", "expected `,` or `]`, found `+`"],
    ["Agent.type(text=true)", "`true` is not Python. Write True."],
    ["Agent.type(text=null)", "Write None."],
    ["Agent.type(text=)", "expected a value, found `)`"],
    ["Agent.type(text='a', text='b')", "Line 1, column 22: `text` is given twice"],
    ["Agent.type(text='a', 'b')", "an argument without a name follows one with a name"],
    ["Agent.type(*args)", "`*` arguments are not supported"],
    ["Agent.type(**{'text': 'a'})", "`*` arguments are not supported"],
    ["Agent.type(text=lambda: 1)", "`lambda` is a name"],
    ["Agent.type(text=[x for x in y])", "`x` is a name"],
    ["Agent.type(text={1, 2})", "a key of a dict must be a string"],
    ["Agent.type(text={1: 2})", "a key of a dict must be a string"],
    ["Agent.type(text={'a' 2})", "expected `:` after the key"],
    ["Agent.type(text=1j)", "`1` runs into `j`"],
    ["Agent.type(text=012)", "has a leading zero"],
    ["Agent.type(text=1e999)", "too large a number"],
    ["Agent.type(text=9007199254740993)", "too large a number"],
    ["Agent.type(text='\\x4')", "`\\x` needs 2 hex digits"],
    ["Agent.type(text='\\U00110000')", "needs 8 hex digits of a character"],
    ["Agent.type(text='\\N{DIGIT ONE}')", "names are not supported"],
    ["Agent.type(text='\\ud800')", "half a surrogate pair"],
    ["Agent.type(text='a\\0b')", "holds a NUL"],
    ["Agent.wait() and Agent.wait()", "unexpected `and` after the call"],
    ["Agent.wait().x", "unexpected `.` after the call"],
    ["Agent.wait()[0]", "unexpected `[` after the call"],
    ["x = Agent.wait()", "expected a call of the form Tool.method(…)"],
    ["import os", "expected a call of the form Tool.method(…)"],
    ["__import__('os').system('ls')", "expected a call of the form Tool.method(…)"],
    ["Agent.wait()\nimport os", "Line 2, column 1: expected a call of the form"],
    ["I click the button now.", "expected a call of the form Tool.method(…)"],
    [`Agent.type(text=${"[".repeat(100)}`, "nested more than 32 deep"],
    [
      Array(MAX_ACTIONS_PER_TURN + 1)
        .fill("Agent.wait()")
        .join("\n"),
      "more than 10 actions in one turn",
    ],
  ])("%s", (code, message) => {
    expect(fault(code)).toContain(message);
  });
});

test("positional and named arguments are kept apart, and each call knows its own code", () => {
  const calls = parseCalls(
    "  Agent.click([1, 2], num_clicks=2)  # there\n\nCalcTools.save ( ) ; Agent.wait()",
  );
  expect(calls).toStrictEqual([
    {
      tool: "Agent",
      method: "click",
      positional: [[1, 2]],
      keyword: { num_clicks: 2 },
      code: "Agent.click([1, 2], num_clicks=2)",
    },
    { tool: "CalcTools", method: "save", positional: [], keyword: {}, code: "CalcTools.save ( )" },
    { tool: "Agent", method: "wait", positional: [], keyword: {}, code: "Agent.wait()" },
  ]);
});
