import { expect, it } from "vitest";
import { tokenise } from "./code-tokens.logic.ts";

it("names the call, the argument names, texts and numbers", () => {
  expect(
    tokenise("CalcTools.set_cell_value(cell='B2', value=3.5)").filter((t) => t.kind !== "plain"),
  ).toEqual([
    { kind: "call", text: "CalcTools.set_cell_value" },
    { kind: "name", text: "cell" },
    { kind: "text", text: "'B2'" },
    { kind: "name", text: "value" },
    { kind: "number", text: "3.5" },
  ]);
});

it("never changes the line, whatever it is", () => {
  for (const code of ["", "x", "Agent.type(text='it\\'s =SUM(B1:B2)')", "((('", 'a.b("日本", -4)']) {
    expect(
      tokenise(code)
        .map((token) => token.text)
        .join(""),
    ).toBe(code);
  }
});
