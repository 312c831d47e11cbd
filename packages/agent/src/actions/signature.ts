import type { ToolFunction } from "@deskrl/protocol/tools";
import type { ActionSpace } from "../types.ts";
import { type ActionParameters, GUI_ACTIONS, GUI_TOOL } from "./gui-actions.ts";

/** An action that can be called now. */
export interface ActionSignature {
  /** `Tool.method`. */
  name: string;
  /** With its parameters, Python style. */
  text: string;
  parameters: ActionParameters;
}

/** The signature of `tool.method`, or null when it is not offered. */
export function findSignature(tool: string, method: string, space: ActionSpace): ActionSignature | null {
  const name = `${tool}.${method}`;
  if (tool === GUI_TOOL) {
    const action = GUI_ACTIONS.find((candidate) => candidate.method === method);
    if (!action || !space.gui.some((offered) => offered.method === method)) return null;
    return { name, text: `${GUI_TOOL}.${action.signature}`, parameters: action.parameters };
  }
  const found = space.tools.find((candidate) => candidate.function.name === name);
  if (!found) return null;
  return { name, text: toolSignature(found), parameters: found.function.parameters };
}

/** `CalcTools.freeze_panes(rows=0, columns=0)`: optional parameters show their default, or None. */
export function toolSignature({ function: { name, parameters } }: ToolFunction): string {
  const written = Object.entries(parameters.properties).map(([parameter, schema]) => {
    if (parameters.required.includes(parameter)) return parameter;
    return `${parameter}=${defaultOf(schema)}`;
  });
  return `${name}(${written.join(", ")})`;
}

function defaultOf(schema: Readonly<Record<string, unknown>>): string {
  const value = schema.default;
  if (value === undefined || value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  return JSON.stringify(value);
}
