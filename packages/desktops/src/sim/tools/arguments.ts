import type { ToolFunction } from "@deskrl/protocol/tools";
import { z } from "zod";
import { badArgument, Refusal } from "../core/refusal.ts";

/** The part of JSON schema that tool arguments use. */
const Property = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]),
  enum: z.array(z.string()).optional(),
  minLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  default: z.unknown().optional(),
  description: z.string().optional(),
  get items() {
    return Property.optional();
  },
});
type Property = z.infer<typeof Property>;

const LONGEST_TEXT = 100_000;
const properties = new WeakMap<ToolFunction, Map<string, Property>>();

/** The arguments with defaults filled in. @throws Refusal `tool_arguments_invalid` for the first that is wrong */
export function readArguments(
  tool: ToolFunction,
  args: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const known = propertiesOf(tool);
  const { name, parameters } = tool.function;
  const takes = [...known.keys()].join(", ") || "no arguments";
  for (const given of Object.keys(args)) {
    if (!known.has(given))
      throw new Refusal(
        "tool_arguments_invalid",
        `${name} has no argument '${given}'.`,
        `It takes ${takes}.`,
      );
  }
  const checked: Record<string, unknown> = {};
  for (const [key, property] of known) {
    const required = parameters.required.includes(key);
    const value = args[key];
    if (value === undefined || (value === null && !required)) {
      if (required) {
        throw new Refusal(
          "tool_arguments_invalid",
          `${name} needs the argument '${key}'.`,
          `Give ${key}: ${property.description}`,
        );
      }
      checked[key] = property.default;
    } else {
      check(key, value, property);
      checked[key] = value;
    }
  }
  return checked;
}

function propertiesOf(tool: ToolFunction): Map<string, Property> {
  let known = properties.get(tool);
  if (!known) {
    known = new Map(
      Object.entries(tool.function.parameters.properties).map(([key, schema]) => [
        key,
        Property.parse(schema),
      ]),
    );
    properties.set(tool, known);
  }
  return known;
}

function check(name: string, value: unknown, property: Property): void {
  const types = [property.type].flat();
  if (!types.some((type) => isOfType(value, type))) throw badArgument(name, value, `${types.join(" or ")}`);
  const {
    enum: options,
    minLength = 0,
    minimum = -Infinity,
    maximum = Infinity,
    minItems = 0,
    maxItems = Infinity,
    items,
  } = property;
  if (options && !options.includes(String(value)))
    throw badArgument(name, value, `one of ${options.join(", ")}`);
  if (typeof value === "string") {
    if (value.length < minLength) throw badArgument(name, value, "a string that is not empty");
    if (value.length > LONGEST_TEXT || value.includes("\0"))
      throw badArgument(name, value, "a shorter string without NUL characters");
  }
  if (typeof value === "number" && (value < minimum || value > maximum)) {
    throw badArgument(name, value, `a number from ${minimum} to ${maximum}`);
  }
  if (!Array.isArray(value)) return;
  if (value.length < minItems || value.length > maxItems) {
    throw badArgument(name, value, `a list of ${minItems} to ${maxItems} items; it has ${value.length}`);
  }
  if (!items) return;
  for (const [index, item] of value.entries()) check(`${name}[${index}]`, item, items);
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    case "number":
      return Number.isFinite(value);
    default:
      return typeof value === type;
  }
}
