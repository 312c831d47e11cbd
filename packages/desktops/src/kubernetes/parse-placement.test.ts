import { expect, test } from "vitest";
import { parsePlacement } from "./parse-placement.ts";

test("what an administrator wrote is taken, and nothing is needed", () => {
  expect(parsePlacement(undefined)).toEqual({});
  const placement = {
    nodeSelector: { pool: "desktops" },
    tolerations: [{ key: "gpu", operator: "Exists" }],
    requestShare: 0.25,
  };
  expect(parsePlacement(JSON.stringify(placement))).toEqual(placement);
});

test.each([
  ["{", "is no JSON"],
  ['{"nodeselector":{}}', "nodeselector"],
  ['{"requestShare":7}', "requestShare"],
  ['{"tolerations":[{"effect":"Never"}]}', "effect"],
])("%s is refused with what is wrong", (text, problem) => {
  expect(() => parsePlacement(text)).toThrow(problem);
});
