import type { ToolFunction } from "@deskrl/protocol/tools";
import { describe, expect, test } from "vitest";
import { parseCalls } from "../parser/call.ts";
import { actionSpaceFor } from "./action-space.ts";
import { resolveCall } from "./resolve-call.ts";

const CALC: ToolFunction[] = [
  {
    type: "function",
    function: {
      name: "CalcTools.freeze_panes",
      description: "Freezes rows and columns.",
      parameters: {
        type: "object",
        properties: {
          rows: { type: "integer", minimum: 0, default: 0 },
          columns: { type: "integer", minimum: 0, default: 0 },
        },
        required: [],
        additionalProperties: false,
      },
    },
  },
  {
    type: "function",
    function: {
      name: "CalcTools.set_cell_value",
      description: "Sets a cell.",
      parameters: {
        type: "object",
        properties: { cell: { type: "string" }, value: {} },
        required: ["cell", "value"],
        additionalProperties: false,
      },
    },
  },
];
const registry = { calc: CALC };
const calc = actionSpaceFor("calc", "native", registry);

function resolve(code: string, space = calc) {
  const [expression] = parseCalls(code);
  if (!expression) throw new Error("no call");
  return resolveCall(expression, space);
}

describe("arguments are matched with the signature", () => {
  test.each([
    ["Agent.click([1, 2])", { coordinate: [1, 2] }],
    ["Agent.click(coordinates=[1, 2])", { coordinate: [1, 2] }],
    ["Agent.click([1, 2], 2, 'right')", { coordinate: [1, 2], num_clicks: 2, button_type: "right" }],
    ["Agent.type(None, 'hi', enter=True)", { text: "hi", enter: true }],
    ["Agent.type(coordinates=None, text='hi')", { text: "hi" }],
    [
      "Agent.drag_and_drop(drag_from_coordinates=[1, 2], drop_on_coordinates=[3, 4])",
      { drag_from_coordinate: [1, 2], drop_on_coordinate: [3, 4] },
    ],
    ["Agent.scroll([1, 2], 'down')", { coordinate: [1, 2], direction: "down" }],
    ["Agent.open_app('libreoffice calc')", { app_name: "libreoffice calc" }],
    ["Agent.switch_window('0x1')", { window_id: "0x1" }],
    ["Agent.hotkey(['ctrl', 's'])", { keys: ["ctrl", "s"] }],
    ["Agent.hotkey('ctrl+s')", { keys: "ctrl+s" }],
    ["Agent.quote('x')", { content: "x" }],
    ["Agent.wait()", {}],
    ["Agent.exit(success=False)", { success: false }],
    ["CalcTools.set_cell_value('B2', 3)", { cell: "B2", value: 3 }],
    ["CalcTools.set_cell_value(value='=A1', cell='B2')", { cell: "B2", value: "=A1" }],
    ["CalcTools.freeze_panes(rows=1.0)", { rows: 1 }],
  ])("%s", (code, args) => {
    expect(resolve(code)).toMatchObject({ call: { args }, problem: null });
    expect(resolve(code).call.args).toStrictEqual(args);
  });
});

describe("wrong arguments: which one, what was received, what is allowed", () => {
  test.each([
    [
      "Agent.click()",
      'argument "coordinate" is missing; allowed: array, of number, at least 2 items, at most 2 items',
    ],
    ["Agent.click([1])", 'argument "coordinate" received [1]; allowed: array'],
    ["Agent.click([1, 'a'])", 'argument "coordinate" received [1,"a"]'],
    ["Agent.click([1, 2], 9)", 'argument "num_clicks" received 9; allowed: integer, at least 1, at most 3'],
    ["Agent.click([1, 2], button_type='up')", 'received "up"; allowed: "left", "middle", "right"'],
    [
      "Agent.click([1, 2], speed=3)",
      'there is no argument "speed"; allowed: coordinate, num_clicks, button_type',
    ],
    ["Agent.click([1, 2], 1, 'left', 4)", "4 arguments were given, at most 3 are taken"],
    ["Agent.click([1, 2], coordinate=[1, 2])", 'argument "coordinate" is given twice'],
    ["Agent.wait(3)", "1 arguments were given, at most 0 are taken"],
    ["Agent.exit()", 'argument "success" is missing; allowed: boolean'],
    ["Agent.exit('yes')", 'received "yes"; allowed: boolean'],
    ["Agent.hotkey([])", "a list of 1 to 6 key names"],
    ["Agent.hotkey(3)", "a list of 1 to 6 key names"],
    ["Agent.open_app('emacs')", 'received "emacs"; allowed: "libreoffice calc"'],
    ["CalcTools.set_cell_value(cell=3, value=1)", 'argument "cell" received 3; allowed: string'],
    ["CalcTools.set_cell_value('A1')", 'argument "value" is missing'],
    ["CalcTools.freeze_panes(-1)", 'argument "rows" received -1; allowed: integer, at least 0'],
  ])("%s", (code, message) => {
    const { problem } = resolve(code);
    expect(problem?.code).toBe("tool_arguments_invalid");
    expect(problem?.message).toContain(message);
    expect(problem?.message).toMatch(/Call it as \w+Tools\.\w+\(|Call it as Agent\.\w+\(/);
  });
});

test("None for an optional argument leaves it out, unless None is one of its values", () => {
  const space = actionSpaceFor("calc", "native");
  expect(resolve("CalcTools.sort_column('A', None)", space).call.args).toEqual({ column_name: "A" });
  expect(resolve("CalcTools.hide_row_data(None)", space).call.args).toEqual({ value: null });
});

test("only the tools of the application in front are accepted, and the answer names what is", () => {
  const elsewhere = resolve("CalcTools.freeze_panes(1)", actionSpaceFor("writer", "native", registry));
  expect(elsewhere.problem).toEqual({
    code: "tool_not_offered",
    message:
      "CalcTools.freeze_panes is not offered now. With the application in front, only Agent can be used; bring another application to the front first.",
  });
  expect(elsewhere.call).toEqual({ tool: "CalcTools", method: "freeze_panes", args: { argument1: 1 } });
  expect(resolve("CalcTools.explode()").problem?.message).toContain(
    "Use one of: CalcTools.freeze_panes, CalcTools.set_cell_value.",
  );
  expect(resolve("Agent.fly()").problem?.message).toContain("Use one of: Agent.click, Agent.type");
  expect(actionSpaceFor("constructor", "native", registry).tools).toEqual([]);
  expect(actionSpaceFor(null, "native", registry).tools).toEqual([]);
});
