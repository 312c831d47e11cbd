import { expect, it } from "vitest";
import { staleAge } from "./thumbnail-age.logic.ts";

it("marks a picture only once it is older than the limit", () => {
  expect(staleAge({ capturedAtMs: 1000, nowMs: 4000, clockOffsetMs: 0 })).toBeNull();
  expect(staleAge({ capturedAtMs: 1000, nowMs: 4001, clockOffsetMs: 0 })).toBe(3001);
});

it("goes by the server's clock", () => {
  expect(staleAge({ capturedAtMs: 1000, nowMs: 60_000, clockOffsetMs: -58_500 })).toBeNull();
});

it("says nothing without a picture", () => {
  expect(staleAge({ capturedAtMs: null, nowMs: 60_000, clockOffsetMs: 0 })).toBeNull();
});
