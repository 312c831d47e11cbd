import { z } from "zod";
import { metricType, scoreOf } from "./metric-type.ts";
import { quote, textOf } from "./text.ts";

/** OSWorld's: a JSON object has the expected values; with `expect_in_result`, a list or text holds them. */
export const checkDirectJsonObject = metricType({
  accepts: ["text", "file"],
  expects: "json",
  rules: z.looseObject({
    expected: z.record(z.string(), z.json()),
    expect_in_result: z.boolean().default(false),
  }),
  judge({ result, expected }) {
    const { text, what } = textOf(result);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return { score: 0, reason: `${what} is no JSON: ${quote(text)}` };
    }
    if (typeof value !== "object" || value === null) {
      return { score: 0, reason: `${what} is ${quote(text)}; expected a JSON object` };
    }
    const object = value;
    const faults = Object.entries(expected.expected).flatMap(([key, asked]) => {
      const found: unknown = Reflect.get(object, key);
      const wanted = expected.expect_in_result && Array.isArray(asked) ? asked : [asked];
      const right = expected.expect_in_result
        ? wanted.every((part) => JSON.stringify(found)?.includes(JSON.stringify(part).replace(/^"|"$/g, "")))
        : JSON.stringify(found) === JSON.stringify(asked);
      return right
        ? []
        : [`${key} in ${what} is ${JSON.stringify(found)}; expected ${JSON.stringify(asked)}`];
    });
    return scoreOf(faults, `${what} has the expected values`);
  },
});
