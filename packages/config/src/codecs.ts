import { resolve } from "node:path";
import { z } from "zod";

/** `true` or `false`, also as `1`/`0`, `yes`/`no`, `on`/`off`. */
export const boolean = z
  .stringbool({
    truthy: ["true", "1", "yes", "on"],
    falsy: ["false", "0", "no", "off"],
    error: "expected true or false",
  })
  .meta({ description: "true or false" });

export interface IntegerRange {
  min?: number;
  max?: number;
}

/** A whole number in decimal digits; `1e3`, ` 12` and `0x10` are none. */
export function integer({ min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER }: IntegerRange = {}) {
  const error = `expected a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^-?\d+$/, { error })
    .transform(Number)
    .pipe(z.number({ error }).int({ error }).min(min, { error }).max(max, { error }));
}

/** A TCP port; 0 means any free one. */
export const port = integer({ min: 0, max: 65_535 });

const UNITS_MS = new Map([
  ["ms", 1],
  ["s", 1_000],
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
]);

/** A length of time such as `500ms`, `15s`, `2m`, `1.5h`, as milliseconds. The unit must be said. */
export const duration = z
  .string()
  .regex(/^\d+(\.\d+)?(ms|s|m|h|d)$/, { error: "expected a time with its unit, such as 500ms, 15s, 2m, 1h" })
  .transform((text) => {
    const unit = text.replace(/^[\d.]+/, "");
    return Math.round(Number.parseFloat(text) * (UNITS_MS.get(unit) ?? 1));
  });

/** Words with commas or spaces between them; each of them is checked by `item`. */
export function list<Item extends z.ZodType<string, string>>(item: Item) {
  return z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(item));
}

/** A path, made absolute from the folder the process was started in. */
export const path = z
  .string()
  .min(1, { error: "expected a path" })
  .refine((text) => !text.includes("\0"), { error: "expected a path" })
  .transform((text) => resolve(text));

/** An absolute URL with one of the given protocols, such as `http` and `https`. */
export function url(protocols: readonly string[] = ["http", "https"]) {
  const error = `expected a URL that begins with ${protocols.map((name) => `${name}://`).join(" or ")}`;
  return z
    .string()
    .refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol.slice(0, -1)), {
      error,
    });
}
