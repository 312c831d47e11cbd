import { badArgument } from "../core/refusal.ts";

const FLAGS = /^\(\?([aiLmsux]+)\)/;

/** A Python regular expression as one of JavaScript, for the parts that both share. @throws Refusal */
export function compilePattern(argument: string, pattern: string): RegExp {
  const leading = FLAGS.exec(pattern);
  const given = leading?.[1] ?? "";
  const flags = `gu${given.includes("i") ? "i" : ""}${given.includes("s") ? "s" : ""}`;
  const body = pattern
    .slice(leading?.[0].length ?? 0)
    .replace(/\(\?P<(\w+)>/g, "(?<$1>")
    .replace(/\(\?P=(\w+)\)/g, "\\k<$1>")
    .replace(/\\A/g, "^")
    .replace(/\\Z/g, "$");
  try {
    return new RegExp(body, flags);
  } catch {
    // Python allows needless escapes such as `\-` or `\'`, which the Unicode mode refuses.
    try {
      return new RegExp(body, flags.replace("u", ""));
    } catch (error) {
      throw badArgument(
        argument,
        pattern,
        `a regular expression (${error instanceof Error ? error.message : String(error)})`,
      );
    }
  }
}

/** What a Python replacement text gives for a match: `\1` and `\g<1>` stand for groups, `\\` for a backslash. */
export function expandTemplate(
  argument: string,
  template: string,
  pattern: RegExp,
): (match: readonly unknown[]) => string {
  const groups = new RegExp(`${pattern.source}|`, pattern.flags).exec("")?.length ?? 1;
  const parts = [...template.matchAll(/\\(\d{1,2}|g<(\d{1,2})>|.)|[^\\]+|\\$/gs)].map(
    ([whole, escaped, named]) => {
      if (escaped === undefined) return whole;
      const number = named ?? (/^\d/.test(escaped) ? escaped : undefined);
      if (number !== undefined) {
        if (Number(number) >= groups)
          throw badArgument(argument, template, "text in which \\1 and the like name groups of the pattern");
        return Number(number);
      }
      return { n: "\n", t: "\t", "\\": "\\" }[escaped] ?? whole;
    },
  );
  return (match) =>
    parts.map((part) => (typeof part === "number" ? String(match[part] ?? "") : part)).join("");
}
