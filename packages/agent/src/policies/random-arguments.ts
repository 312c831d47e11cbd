import type { ActionParameters } from "../actions/gui-actions.ts";
import type { Json } from "../json.ts";
import type { RandomSource } from "./random-source.ts";

const WORDS = ["A1", "B2", "Sheet1", "Total", "hello", "A", "12", "A1:B3", "#ff0000"] as const;

/** Arguments that fit a JSON schema; optional ones are given half the time. */
export function randomArguments(parameters: ActionParameters, random: RandomSource): Record<string, Json> {
  const chosen = Object.entries(parameters.properties).filter(
    ([name]) => parameters.required.includes(name) || random.chance(0.5),
  );
  return Object.fromEntries(chosen.map(([name, schema]) => [name, randomValue(schema, random)]));
}

/** A value of one schema, within its limits. Schemas it does not know get a word. */
export function randomValue(schema: object, random: RandomSource, depth = 0): Json {
  const rules: Readonly<Record<string, unknown>> = { ...schema };
  const [choice, ...choices] = listOf(rules.enum);
  if (choice !== undefined) return random.pick([choice, ...choices]);
  const [part, ...parts] = schemasOf(rules.anyOf ?? rules.oneOf);
  if (part !== undefined) return randomValue(random.pick([part, ...parts]), random, depth);
  const type = Array.isArray(rules.type) ? rules.type[0] : rules.type;
  switch (type) {
    case "integer":
      return random.integer(
        numberOf(rules.minimum, 0),
        numberOf(rules.maximum, numberOf(rules.minimum, 0) + 20),
      );
    case "number": {
      const low = numberOf(rules.minimum, 0);
      return Math.round((low + random.next() * (numberOf(rules.maximum, low + 20) - low)) * 100) / 100;
    }
    case "boolean":
      return random.chance(0.5);
    case "null":
      return null;
    case "array":
      return randomArray(rules, random, depth);
    case "object":
      return {};
    default:
      return random.pick(WORDS);
  }
}

function randomArray(rules: Readonly<Record<string, unknown>>, random: RandomSource, depth: number): Json[] {
  const low = numberOf(rules.minItems, depth > 2 ? 0 : 1);
  const length = random.integer(low, Math.min(numberOf(rules.maxItems, low + 2), low + 4));
  const [items] = schemasOf([rules.items ?? { type: "string" }]);
  const values = Array.from({ length }, () => randomValue(items ?? {}, random, depth + 1));
  return rules.uniqueItems === true ? [...new Set(values)] : values;
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}

function schemasOf(value: unknown): object[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "object" && item !== null) : [];
}

function listOf(value: unknown): (string | number | boolean)[] {
  if (!Array.isArray(value)) return [];
  return value.filter((item) => ["string", "number", "boolean"].includes(typeof item));
}
