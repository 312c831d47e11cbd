import { expect, test } from "vitest";
import { parseEpisodeFilters } from "./parse-episode-filters.ts";

const parse = (query: string) => parseEpisodeFilters(new URLSearchParams(query));

test("one value and several are read alike", () => {
  expect(parse("verdict=failed")).toMatchObject({ verdict: ["failed"] });
  expect(parse("verdict=failed&verdict=invalid&runId=run_1")).toMatchObject({
    verdict: ["failed", "invalid"],
    runId: "run_1",
  });
});

test("numbers and flags are read from words", () => {
  expect(parse("minSteps=3&superseded=false")).toMatchObject({ minSteps: 3, superseded: false });
});

test.each([
  ["an unknown key", "verdcit=failed", "verdcit"],
  ["an unknown value", "verdict=won", "verdict"],
  ["a number that is none", "minSteps=many", "minSteps"],
  ["a value given twice where one is meant", "runId=a&runId=b", "runId"],
])("%s is refused by name", (_name, query, named) => {
  expect(() => parse(query)).toThrow(named);
});
