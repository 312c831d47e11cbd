/** The first `length` characters, with a mark that some are missing. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const mark = "… (cut)";
  return text.slice(0, length - mark.length) + mark;
}

/** The value with every character replaced that PostgreSQL's text and JSON cannot hold: NUL and half surrogate pairs. */
export function storable<T>(value: T): T {
  if (typeof value === "string") return storableText(value) as T & string;
  if (value instanceof Date || typeof value !== "object" || value === null) return value;
  // Mapping keeps the shape: the same keys, the same order, strings for strings.
  if (Array.isArray(value)) return value.map(storable) as T & unknown[];
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [storableText(key), storable(item)]),
  ) as T & object;
}

function storableText(text: string): string {
  return text.replaceAll("\0", "\ufffd").replace(/\p{Surrogate}/gu, "\ufffd");
}
