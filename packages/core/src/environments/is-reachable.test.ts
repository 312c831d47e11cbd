import { ENVIRONMENT_TRANSITIONS } from "@deskrl/domain";
import { expect, it } from "vitest";
import { isReachable } from "./is-reachable.ts";

it.each([
  ["requested", "ready", true],
  ["ready", "starting", true],
  ["leased", "stopped", true],
  ["failed", "leased", true],
  ["stopped", "ready", false],
  ["stopped", "stopped", false],
  ["ready", "requested", false],
] as const)("from %s to %s: %s", (from, to, expected) => {
  expect(isReachable(ENVIRONMENT_TRANSITIONS, from, to)).toBe(expected);
});
