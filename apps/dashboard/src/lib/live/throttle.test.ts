import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createThrottle } from "./throttle.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("acts at once, then at most once per interval, and serves the last request", () => {
  const acted: string[] = [];
  const throttle = createThrottle<string>({
    intervalMs: 1000,
    keyOf: (key) => key,
    act: (key) => acted.push(key),
  });
  for (let i = 0; i < 50; i++) throttle.request("counts");
  throttle.request("list");
  expect(acted).toEqual(["counts", "list"]);
  vi.advanceTimersByTime(1000);
  expect(acted).toEqual(["counts", "list", "counts"]);
  vi.advanceTimersByTime(5000);
  expect(acted).toHaveLength(3);
});

it("does nothing more once closed", () => {
  const acted: string[] = [];
  const throttle = createThrottle<string>({
    intervalMs: 1000,
    keyOf: (key) => key,
    act: (key) => acted.push(key),
  });
  throttle.request("a");
  throttle.request("a");
  throttle.close();
  vi.advanceTimersByTime(5000);
  expect(acted).toEqual(["a"]);
});
