import type { ToolCall } from "@deskrl/domain";
import type { Json } from "../json.ts";
import type { CallExpression } from "../parser/call.ts";
import type { ActionSpace } from "../types.ts";
import { GUI_TOOL } from "./gui-actions.ts";
import { type ActionSignature, findSignature } from "./signature.ts";
import { validateArguments } from "./validate-arguments.ts";

/** Why a well-formed call is not carried out. */
export interface CallProblem {
  code: "tool_not_offered" | "tool_arguments_invalid";
  message: string;
}

export interface ResolvedCall {
  /** Always there, so that the record shows what was asked for. */
  call: ToolCall;
  problem: CallProblem | null;
}

/** Both spellings of the paper's two agents are accepted; records carry the first. */
const ALIASES: Readonly<Record<string, string>> = {
  coordinates: "coordinate",
  drag_from_coordinates: "drag_from_coordinate",
  drop_on_coordinates: "drop_on_coordinate",
};

/** Matches a call with the signature of its action and checks its arguments against the action's schema. */
export function resolveCall(expression: CallExpression, space: ActionSpace): ResolvedCall {
  const signature = findSignature(expression.tool, expression.method, space);
  if (signature === null) return notOffered(expression, space);
  const matched = matchArguments(expression, signature);
  const call = { tool: expression.tool, method: expression.method, args: matched.args };
  const fault = matched.fault ?? validateArguments(call.args, signature);
  if (fault === null) return { call, problem: null };
  const message = `${signature.name}: ${fault} Call it as ${signature.text}.`;
  return { call, problem: { code: "tool_arguments_invalid", message } };
}

function matchArguments({ tool, positional, keyword }: CallExpression, { parameters }: ActionSignature) {
  const names = Object.keys(parameters.properties);
  const args = new Map<string, Json>();
  let fault: string | null = null;
  if (positional.length > names.length) {
    fault = `${positional.length} arguments were given, at most ${names.length} are taken.`;
  }
  const given = [
    ...positional.slice(0, names.length).map((value, index): [string, Json] => [names[index] ?? "", value]),
    ...Object.entries(keyword).map(([name, value]): [string, Json] => [
      tool === GUI_TOOL ? (ALIASES[name] ?? name) : name,
      value,
    ]),
  ];
  for (const [name, value] of given) {
    if (args.has(name)) fault ??= `argument "${name}" is given twice.`;
    else args.set(name, value);
  }
  // None for an optional argument means that it is left out, unless None is one of its values.
  for (const [name, schema] of Object.entries(parameters.properties)) {
    const isLeftOut = args.get(name) === null && !parameters.required.includes(name);
    if (isLeftOut && !allowsNull(schema)) args.delete(name);
  }
  return { args: Object.fromEntries(args), fault };
}

function allowsNull(schema: object): boolean {
  return "type" in schema && [schema.type].flat().includes("null");
}

function notOffered({ tool, method, positional, keyword }: CallExpression, space: ActionSpace): ResolvedCall {
  const unnamed = positional.map((value, index): [string, Json] => [`argument${index + 1}`, value]);
  const call = { tool, method, args: { ...Object.fromEntries(unnamed), ...keyword } };
  const own = space.tools.map((offered) => offered.function.name);
  const tools = [...new Set(own.map((name) => name.split(".")[0] ?? name))];
  const classes = [GUI_TOOL, ...tools];
  const methods = tool === GUI_TOOL ? space.gui.map((offered) => `${GUI_TOOL}.${offered.method}`) : own;
  const fix = classes.includes(tool)
    ? `Use one of: ${methods.join(", ")}.`
    : `With the application in front, only ${classes.join(" and ")} can be used; bring another application to the front first.`;
  return {
    call,
    problem: { code: "tool_not_offered", message: `${tool}.${method} is not offered now. ${fix}` },
  };
}
