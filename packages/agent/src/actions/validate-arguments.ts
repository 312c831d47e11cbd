import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import type { JsonObject } from "../json.ts";
import type { ActionParameters } from "./gui-actions.ts";
import type { ActionSignature } from "./signature.ts";

const ajv = new Ajv({ strict: false, allErrors: true });
const validators = new WeakMap<object, ValidateFunction>();

/** Null when the arguments fit the schema; else each wrong one: its name, what was received, what is allowed. */
export function validateArguments(args: JsonObject, { parameters }: ActionSignature): string | null {
  const validate = validatorOf(parameters);
  if (validate(args)) return null;
  const faults = new Map<string, string>();
  for (const error of validate.errors ?? []) {
    const name = argumentOf(error);
    if (!faults.has(name)) faults.set(name, describeFault(name, args, parameters));
  }
  return [...faults.values()].slice(0, 3).join(" ");
}

function validatorOf(parameters: ActionParameters): ValidateFunction {
  const known = validators.get(parameters);
  if (known) return known;
  const validate = ajv.compile(parameters);
  validators.set(parameters, validate);
  return validate;
}

function argumentOf(error: ErrorObject): string {
  const [, first] = error.instancePath.split("/");
  const inParams = error.params.missingProperty ?? error.params.additionalProperty;
  return first ?? (typeof inParams === "string" ? inParams : "");
}

function describeFault(name: string, args: JsonObject, { properties }: ActionParameters): string {
  const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (schema === undefined) {
    const names = Object.keys(properties);
    return `there is no argument "${name}"; allowed: ${names.length > 0 ? names.join(", ") : "none"}.`;
  }
  if (!Object.hasOwn(args, name)) return `argument "${name}" is missing; allowed: ${describeSchema(schema)}.`;
  const received = shorten(JSON.stringify(args[name]), 120);
  return `argument "${name}" received ${received}; allowed: ${describeSchema(schema)}.`;
}

/** What a schema allows, in words. */
function describeSchema(schema: object): string {
  const rules: Readonly<Record<string, unknown>> = { ...schema };
  if (Array.isArray(rules.enum)) return rules.enum.map((value) => JSON.stringify(value)).join(", ");
  if (Array.isArray(rules.anyOf)) {
    if (typeof rules.description === "string") return rules.description;
    return rules.anyOf.map((part) => (isObject(part) ? describeSchema(part) : String(part))).join(" or ");
  }
  const type = Array.isArray(rules.type) ? rules.type.join(" or ") : String(rules.type ?? "any value");
  const limits = [
    isObject(rules.items) && `of ${describeSchema(rules.items)}`,
    limit("at least", rules.minimum),
    limit("at most", rules.maximum),
    limit("above", rules.exclusiveMinimum),
    limit("at least", rules.minItems, "items"),
    limit("at most", rules.maxItems, "items"),
    limit("at least", rules.minLength, "characters"),
    limit("at most", rules.maxLength, "characters"),
    typeof rules.pattern === "string" && `matching ${rules.pattern}`,
  ].filter((part) => typeof part === "string");
  return [type, ...limits].join(", ");
}

function limit(words: string, value: unknown, unit = ""): string | false {
  return value !== undefined && `${words} ${String(value)} ${unit}`.trimEnd();
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}
