import { expect, test } from "vitest";
import { AsyncQueue } from "./async-queue.ts";

test("a reader gets everything in order and ends when the queue is closed", async () => {
  const queue = new AsyncQueue<number>();
  queue.push(1);
  queue.push(2);
  const read = (async () => {
    const seen: number[] = [];
    for await (const item of queue) seen.push(item);
    return seen;
  })();
  queue.push(3);
  queue.close();
  expect(await read).toEqual([1, 2, 3]);
  expect(queue.push(4)).toBe(false);
});

test("a writer that sends waits until the reader has come back for more", async () => {
  const queue = new AsyncQueue<string>();
  let sent = false;
  const sending = queue.send("a").then(() => {
    sent = true;
  });
  const reader = queue[Symbol.asyncIterator]();
  expect((await reader.next()).value).toBe("a");
  expect(sent).toBe(false);
  const next = reader.next();
  await sending;
  expect(sent).toBe(true);
  queue.close();
  expect((await next).done).toBe(true);
});

test("closing releases every waiting writer, and so does a reader that leaves", async () => {
  const closed = new AsyncQueue<string>();
  const waiting = closed.send("a");
  closed.close();
  await waiting;
  const left = new AsyncQueue<string>();
  const sending = left.send("a");
  for await (const _ of left) break;
  await sending;
  await left.send("dropped");
  expect(left.closed).toBe(true);
});
