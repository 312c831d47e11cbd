export type FixPart = { kind: "text" | "command"; text: string };

/** Splits advice into words and the commands in back ticks, which can then be copied. */
export function splitCommands(fix: string): FixPart[] {
  return fix
    .split("`")
    .map((text, index): FixPart => ({ kind: index % 2 === 1 ? "command" : "text", text: text.trim() }))
    .filter((part) => part.text !== "");
}
