import { z } from "zod";
import { readDocument } from "../../documents/word-document.ts";
import { metricType, scoreOf } from "../metric-type.ts";
import { readReference } from "../reference.ts";
import { likeness, quote } from "../text.ts";

/** OSWorld's comparison of the texts of two documents, paragraph by paragraph. */
export const compareDocxFiles = metricType({
  accepts: ["file"],
  expects: "file",
  options: z.looseObject({
    ignore_blanks: z.boolean().default(true),
    ignore_case: z.boolean().default(false),
    ignore_order: z.boolean().default(false),
    fuzzy_match: z.boolean().default(false),
  }),
  async judge({ result, expected, options }) {
    const texts = (bytes: Uint8Array, path: string) => {
      const all = readDocument(bytes, path).paragraphs.map((paragraph) => {
        const text = options.ignore_blanks ? paragraph.text.replace(/\s+/g, " ").trim() : paragraph.text;
        return options.ignore_case ? text.toLowerCase() : text;
      });
      const kept = options.ignore_blanks ? all.filter(Boolean) : all;
      return options.ignore_order ? kept.sort() : kept;
    };
    const found = texts(result.bytes, result.path);
    const asked = await readReference(() => texts(expected.bytes, expected.path));
    if (options.fuzzy_match) {
      const score = likeness(found.join("\n"), asked.join("\n"));
      return {
        score,
        reason: `the text of ${result.path} is ${Math.round(score * 100)} % like the expected one`,
      };
    }
    const at = Array.from({ length: Math.max(found.length, asked.length) }, (_, index) => index).find(
      (index) => found[index] !== asked[index],
    );
    if (at === undefined) return scoreOf([], `${result.path} has the expected text`);
    const show = (text: string | undefined) => (text === undefined ? "not there" : quote(text));
    return scoreOf(
      [`paragraph ${at + 1} of ${result.path} is ${show(found[at])}; expected ${show(asked[at])}`],
      "",
    );
  },
});
