/** A case-insensitive "contains"; `%`, `_` and `\` of the text stand for themselves. */
export function containsText(text: string): { contains: string; mode: "insensitive" } {
  return { contains: text.replace(/[\\%_]/g, "\\$&"), mode: "insensitive" };
}
