import { TOOL_REGISTRY, type ToolFunction } from "@deskrl/protocol/tools";
import { CalcApp } from "../apps/calc/calc-app.ts";
import { WriterApp } from "../apps/writer/writer-app.ts";
import type { Desk } from "../core/desk.ts";
import { Refusal, refused } from "../core/refusal.ts";
import { readArguments } from "./arguments.ts";
import { CALC_TOOLS } from "./calc-tools.ts";
import { WRITER_TOOLS } from "./writer-tools.ts";

const REGISTRY = new Map<string, ToolFunction>(
  Object.values(TOOL_REGISTRY)
    .flat()
    .map((tool) => [tool.function.name, tool]),
);
const SUPPORTED: Readonly<Record<string, readonly string[]>> = {
  CalcTools: Object.keys(CALC_TOOLS),
  WriterTools: Object.keys(WRITER_TOOLS),
};

/** Names of the application tools that a simulated desktop carries out, such as `CalcTools.save`. */
export const SIM_TOOLS: readonly string[] = Object.entries(SUPPORTED).flatMap(([tool, methods]) =>
  methods.map((method) => `${tool}.${method}`),
);

/** Calls an application tool on the document that is open in front, or the frontmost of its kind. */
export function callTool(
  desk: Desk,
  call: { tool: string; method: string; args: Readonly<Record<string, unknown>> },
): string {
  const name = `${call.tool}.${call.method}`;
  const described = REGISTRY.get(name);
  const supported = SUPPORTED[call.tool];
  if (!supported || !described) {
    const use = supported ?? Object.keys(SUPPORTED);
    throw new Refusal("tool_arguments_invalid", `There is no tool ${name}.`, `Use one of ${use.join(", ")}.`);
  }
  const args = readArguments(described, call.args);
  if (!supported.includes(call.method)) {
    throw refused(
      `A simulated desktop does not do ${name}.`,
      `It does ${supported.join(", ")}; use those or the window itself.`,
    );
  }
  return call.tool === "CalcTools" ? callCalc(desk, call.method, args) : callWriter(desk, call.method, args);
}

function callCalc(desk: Desk, method: string, args: Record<string, unknown>): string {
  const app = desk.windows.findLast(({ app: one }) => one instanceof CalcApp)?.app;
  if (!(app instanceof CalcApp)) throw refused("No spreadsheet is open.", "Open one first.");
  // Takes over what is still being typed into a cell, as a person's own ctrl+s does; the tool's own outcome counts.
  if (app.editor) app.commit();
  desk.useless = null;
  const run = Object.hasOwn(CALC_TOOLS, method) ? CALC_TOOLS[method] : undefined;
  if (!run) throw new Error(`${method} is listed as supported`);
  return run(app, args);
}

function callWriter(desk: Desk, method: string, args: Record<string, unknown>): string {
  const app = desk.windows.findLast(({ app: one }) => one instanceof WriterApp)?.app;
  if (!(app instanceof WriterApp)) throw refused("No text document is open.", "Open one first.");
  const run = Object.hasOwn(WRITER_TOOLS, method) ? WRITER_TOOLS[method] : undefined;
  if (!run) throw new Error(`${method} is listed as supported`);
  return run(app, args);
}
