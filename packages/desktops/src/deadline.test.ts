import { getEventListeners } from "node:events";
import { expect, test, vi } from "vitest";
import { startDeadline } from "./deadline.ts";

test("it says whether the time was up or the caller gave up, whichever came first", () => {
  vi.useFakeTimers();
  const caller = new AbortController();
  const deadline = startDeadline(100, caller.signal);
  expect(deadline.aborted).toBeNull();
  vi.advanceTimersByTime(100);
  caller.abort();
  expect(deadline.aborted).toBe("expired");
  expect(deadline.signal.aborted).toBe(true);
  deadline.end();

  const cancelled = startDeadline(100, caller.signal);
  expect(cancelled.aborted).toBe("cancelled");
  cancelled.end();
  vi.useRealTimers();
});

test("an ended deadline leaves nothing on the caller's signal", () => {
  const caller = new AbortController();
  for (let calls = 0; calls < 100; calls += 1) startDeadline(60_000, caller.signal).end();
  expect(getEventListeners(caller.signal, "abort")).toEqual([]);
});
