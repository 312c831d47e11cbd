import { expect, test } from "vitest";
import { formatTraceparent, parseTraceparent } from "./traceparent.ts";

const point = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331", traceFlags: 1 };

test("what is written is read as it was", () => {
  expect(formatTraceparent(point)).toBe("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
  expect(parseTraceparent(formatTraceparent(point))).toEqual(point);
});

test.each([
  undefined,
  "",
  "00-xyz-1-01",
  `00-${"0".repeat(32)}-b7ad6b7169203331-01`,
  `${"a".repeat(10_000)}`,
])("%j is followed nowhere", (text) => {
  expect(parseTraceparent(text)).toBeNull();
});
