import type { ToolCall } from "@deskrl/domain";

type Json = ToolCall["args"][string];

/** Writes a value as the Python literal that the parser reads back to the same value. */
export function pythonLiteral(value: Json): string {
  if (value === null) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  // A whole number of that size is one only by rounding, so it is written as what it is.
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return Number(value).toExponential();
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(", ")}]`;
  return `{${Object.entries(value)
    .map(([key, item]) => `${quoted(key)}: ${pythonLiteral(item)}`)
    .join(", ")}}`;
}

/** JSON's escapes are a subset of Python's; DEL and above need none. */
function quoted(text: string): string {
  return JSON.stringify(text);
}

/** Writes a call with named arguments: `CalcTools.set_cell_value(cell="B2", value=3)`. */
export function pythonCall(tool: string, method: string, args: Readonly<Record<string, Json>>): string {
  const written = Object.entries(args).map(([name, value]) => `${name}=${pythonLiteral(value)}`);
  return `${tool}.${method}(${written.join(", ")})`;
}
