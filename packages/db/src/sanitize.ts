/** What PostgreSQL cannot store, and what stands in its place so that a reader sees that something was there. */
export const NUL_REPLACEMENT = "\u2400";
const SURROGATE_REPLACEMENT = "\ufffd";

/**
 * Makes text storable: PostgreSQL refuses U+0000 in text and in JSON, and half a surrogate pair in JSON.
 * NUL becomes `␀`, a lone surrogate becomes `�`; everything else is left as it is.
 */
export function sanitizeText(text: string): string {
  // Nearly all text has neither. This pattern, unlike the one below, costs nothing on text of one byte a character.
  if (!text.includes("\u0000") && !/[\ud800-\udfff]/.test(text)) return text;
  const withoutNul = text.includes("\u0000") ? text.replaceAll("\u0000", NUL_REPLACEMENT) : text;
  return withoutNul.replace(/\p{Surrogate}/gu, SURROGATE_REPLACEMENT);
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/**
 * The same for every string inside plain objects and arrays, keys too. Other objects (dates, bytes, Prisma's own) pass
 * through. Returns the value itself when nothing had to change, so that clean arguments cost no copy.
 */
export function sanitize<T>(value: T): T;
export function sanitize(value: unknown): unknown {
  if (typeof value === "string") return sanitizeText(value);
  if (Array.isArray(value)) {
    const clean = value.map((item: unknown) => sanitize(item));
    return clean.some((item, index) => item !== value[index]) ? clean : value;
  }
  if (!isPlainObject(value)) return value;
  let changed = false;
  const clean = Object.entries(value).map(([key, item]) => {
    const entry: [string, unknown] = [sanitizeText(key), sanitize(item)];
    changed ||= entry[0] !== key || entry[1] !== item;
    return entry;
  });
  return changed ? Object.fromEntries(clean) : value;
}

/**
 * JSON text of a storable copy, for a query that takes many rows as one parameter. What PostgreSQL cannot store shows in
 * the text as an escape, so that clean values, nearly all, are not walked through.
 */
export function toJsonParameter(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes("\\u0000") || text.includes("\\ud") ? JSON.stringify(sanitize(value)) : text;
}
