import { z } from "zod";

interface JsonSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  minItems?: number;
  minimum?: number;
  minLength?: number;
  pattern?: string;
  format?: string;
}

/** An input that a schema takes, every field filled, and where free text stands in it. */
export interface SampleInput {
  value: unknown;
  texts: string[][];
}

/** Makes one from the schema itself, so that a field added tomorrow is in it. */
export function sampleInput(schema: z.ZodType): SampleInput {
  const texts: string[][] = [];
  // Of all that a JSON schema may say, this is what ours do.
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
  return { value: sample(json, [], texts), texts };
}

function sample(schema: JsonSchema, path: string[], texts: string[][]): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [option] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (option) return sample(option, path, texts);
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, one]) => [
          key,
          sample(one, [...path, key], texts),
        ]),
      );
    case "array":
      return schema.items ? [sample(schema.items, [...path, "0"], texts)] : [];
    case "integer":
    case "number":
      return Math.max(1, schema.minimum ?? 1);
    case "boolean":
      return false;
    case "string":
      texts.push(path);
      return text(schema);
    default:
      return null;
  }
}

function text({ pattern = "", minLength = 0, format }: JsonSchema): string {
  const prefix = /^\^([a-z]+)_/.exec(pattern)?.[1];
  if (prefix) return `${prefix}_00000000000000000000`;
  if (format === "date-time") return "2026-01-01T00:00:00Z";
  return "x".repeat(Math.max(12, minLength));
}

/** The same value with another text at a path. */
export function withText(value: unknown, [key, ...rest]: string[], replacement: string): unknown {
  if (key === undefined) return replacement;
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === key ? withText(item, rest, replacement) : item));
  if (typeof value !== "object" || value === null) return value;
  return { ...value, [key]: withText(Reflect.get(value, key), rest, replacement) };
}
