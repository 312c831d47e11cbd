import { z } from "zod";
import { metricType, type Score, scoreOf } from "./metric-type.ts";
import { quote } from "./text.ts";

const Options = z.looseObject({
  ignore_case: z.boolean().default(false),
  /** Blanks at the end of lines and empty lines at the end do not matter unless this is false. */
  ignore_blanks: z.boolean().default(true),
});
type Options = z.output<typeof Options>;

function lines(bytes: Uint8Array, options: Options): string[] {
  const text = new TextDecoder("utf-8").decode(bytes).replace(/\r\n/g, "\n");
  const tidy = options.ignore_blanks ? text.trimEnd().replace(/[ \t]+$/gm, "") : text;
  return (options.ignore_case ? tidy.toLowerCase() : tidy).split("\n");
}

function compare(found: string[], asked: string[], path: string): Score {
  const at = Array.from({ length: Math.max(found.length, asked.length) }, (_, index) => index).find(
    (index) => found[index] !== asked[index],
  );
  if (at === undefined) return { score: 1, reason: `${path} has the expected text` };
  const show = (line: string | undefined) => (line === undefined ? "not there" : quote(line));
  return scoreOf([`line ${at + 1} of ${path} is ${show(found[at])}; expected ${show(asked[at])}`], "");
}

/** OSWorld's comparison of two text files. */
export const compareTextFile = metricType({
  accepts: ["file"],
  expects: "file",
  options: Options,
  judge: ({ result, expected, options }) =>
    compare(lines(result.bytes, options), lines(expected.bytes, options), result.path),
});

/** A text file against lines that stand in the task. */
export const checkTextFile = metricType({
  accepts: ["file"],
  expects: "json",
  rules: z.strictObject({ lines: z.array(z.string()) }),
  options: Options,
  judge({ result, expected, options }) {
    const asked = lines(new TextEncoder().encode(expected.lines.join("\n")), options);
    return compare(lines(result.bytes, options), asked, result.path);
  },
});
