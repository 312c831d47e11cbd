import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PeriodicRunner } from "./periodic-runner.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function runnerOf(run: () => Promise<void>) {
  const errors: unknown[] = [];
  const runner = new PeriodicRunner({
    name: "test",
    intervalMs: 1_000,
    run,
    onError: (error) => errors.push(error),
  });
  return { runner, errors };
}

test("turns never overlap, however often it is woken", async () => {
  let running = 0;
  let most = 0;
  let turns = 0;
  const { runner } = runnerOf(async () => {
    running += 1;
    most = Math.max(most, running);
    turns += 1;
    await new Promise((resolve) => setTimeout(resolve, 300));
    running -= 1;
  });
  runner.start();
  for (let i = 0; i < 20; i += 1) {
    runner.wake();
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(most).toBe(1);
  expect(turns).toBeGreaterThan(2);
});

test("a wake during a turn is one more turn right after it", async () => {
  let turns = 0;
  const { runner } = runnerOf(async () => {
    turns += 1;
    await new Promise((resolve) => setTimeout(resolve, 100));
  });
  runner.start();
  runner.wake();
  await vi.advanceTimersByTimeAsync(50);
  runner.wake();
  runner.wake();
  await vi.advanceTimersByTimeAsync(200);
  expect(turns).toBe(2);
});

test("a turn that fails is told and does not end the loop", async () => {
  const { runner, errors } = runnerOf(() => Promise.reject(new Error("broken")));
  runner.start();
  await vi.advanceTimersByTimeAsync(2_500);
  expect(errors).toHaveLength(2);
});

test("stop waits for the turn in progress and none follows", async () => {
  let ended = 0;
  let started = 0;
  const { runner } = runnerOf(async () => {
    started += 1;
    await new Promise((resolve) => setTimeout(resolve, 500));
    ended += 1;
  });
  runner.start();
  await vi.advanceTimersByTimeAsync(1_200);
  const stopped = runner.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  await stopped;
  expect([started, ended]).toEqual([1, 1]);
});
