/** The value of a JSON text, or null when it is none: for texts whose value a schema checks next. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
