import { expect, test } from "vitest";
import { createBackoff } from "./backoff.ts";

test("pauses double up to the limit, vary by half, and start over after a success", () => {
  const longest = createBackoff({ firstMs: 100, maxMs: 1000, random: () => 0.999999 });
  const shortest = createBackoff({ firstMs: 100, maxMs: 1000, random: () => 0 });
  expect(Array.from({ length: 6 }, () => Math.round(longest.next()))).toEqual([
    100, 200, 400, 800, 1000, 1000,
  ]);
  expect(Array.from({ length: 6 }, () => shortest.next())).toEqual([50, 100, 200, 400, 500, 500]);
  shortest.reset();
  expect(shortest.next()).toBe(50);
});
