import { AppError } from "@deskrl/domain";
import { expect, test } from "vitest";
import { createGuestHttp } from "../guest/guest-http.ts";
import { createPool } from "./pool.ts";
import type { ReadyContainer } from "./start-container.ts";

const signal = new AbortController().signal;
const settle = () => new Promise((resolve) => setImmediate(resolve));

function container(containerId: string): ReadyContainer {
  const http = createGuestHttp({ host: "127.0.0.1", port: 9, token: "" }, containerId);
  return { containerId, content: "c", port: 9, http };
}

/** A pool whose starts end when the test says so. */
function controlled() {
  const starts: { finish: () => void; fail: (error: unknown) => void; signal: AbortSignal }[] = [];
  const discarded: string[] = [];
  const refillFailures: string[] = [];
  const pool = createPool({
    start: (startSignal) =>
      new Promise((resolve, reject) => {
        const id = `c${starts.length + 1}`;
        starts.push({ finish: () => resolve(container(id)), fail: reject, signal: startSignal });
        startSignal.addEventListener("abort", () => reject(startSignal.reason));
      }),
    discard: ({ containerId }) => void discarded.push(containerId),
    onRefillFailed: ({ code }) => void refillFailures.push(code),
  });
  return { pool, starts, discarded, refillFailures };
}

test("it keeps as many ready as it is told, and starts one for each that is taken", async () => {
  const { pool, starts } = controlled();
  pool.setTarget(2);
  expect(starts.length).toBe(2);
  for (const start of starts) start.finish();
  await settle();
  expect(pool.ready.length).toBe(2);
  expect((await pool.take(signal)).containerId).toBe("c1");
  expect(starts.length).toBe(3);
});

test("who waits first is served first", async () => {
  const { pool, starts } = controlled();
  const order: string[] = [];
  const first = pool.take(signal).then(({ containerId }) => order.push(`first ${containerId}`));
  const second = pool.take(signal).then(({ containerId }) => order.push(`second ${containerId}`));
  starts[1]?.finish();
  await settle();
  starts[0]?.finish();
  await Promise.all([first, second]);
  expect(order).toEqual(["first c2", "second c1"]);
});

test("a waiter that gives up leaves the queue, and its container serves the next", async () => {
  const { pool, starts } = controlled();
  const leaving = new AbortController();
  const gone = pool.take(leaving.signal);
  const stays = pool.take(signal);
  leaving.abort();
  await expect(gone).rejects.toMatchObject({ code: "cancelled" });
  starts[0]?.finish();
  expect((await stays).containerId).toBe("c1");
  starts[1]?.finish();
});

test("one failed start is tried again before the waiter hears of it", async () => {
  const { pool, starts } = controlled();
  const taking = pool.take(signal);
  starts[0]?.fail(new AppError("environment_start_failed", "it broke"));
  await settle();
  expect(starts.length).toBe(2);
  starts[1]?.fail(new AppError("environment_start_failed", "it broke again"));
  await expect(taking).rejects.toMatchObject({ message: "it broke again" });
});

test("a fault that every start would meet is told to all who wait, at once", async () => {
  const { pool, starts } = controlled();
  const takes = [pool.take(signal), pool.take(signal)];
  starts[0]?.fail(new AppError("disk_full", "full"));
  for (const take of takes) await expect(take).rejects.toMatchObject({ code: "disk_full" });
  starts[1]?.finish();
});

test("a refill that fails is not tried in a hot loop", async () => {
  const { pool, starts, refillFailures } = controlled();
  pool.setTarget(1);
  starts[0]?.fail(new AppError("environment_start_failed", "it broke"));
  await settle();
  expect(refillFailures).toEqual(["environment_start_failed"]);
  expect(starts.length).toBe(1);
  await pool.close();
});

test("a ready one that died is replaced", async () => {
  const { pool, starts } = controlled();
  pool.setTarget(1);
  starts[0]?.finish();
  await settle();
  expect(pool.forget("c1")?.containerId).toBe("c1");
  expect(starts.length).toBe(2);
  expect(pool.forget("c1")).toBeNull();
});

test("what is ready beyond a lowered target is given up", async () => {
  const { pool, starts, discarded } = controlled();
  pool.setTarget(2);
  for (const start of starts) start.finish();
  await settle();
  pool.setTarget(0);
  expect(discarded.sort()).toEqual(["c1", "c2"]);
});

test("closing refuses those who wait and stops starts in flight", async () => {
  const { pool, starts } = controlled();
  const taking = pool.take(signal);
  const closing = pool.close();
  await expect(taking).rejects.toMatchObject({ code: "worker_unavailable" });
  await closing;
  expect(starts[0]?.signal.aborted).toBe(true);
  await expect(pool.take(signal)).rejects.toMatchObject({ code: "worker_unavailable" });
});
