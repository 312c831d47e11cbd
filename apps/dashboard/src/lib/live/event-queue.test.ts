import type { Event } from "@deskrl/domain";
import { expect, it } from "vitest";
import { EventQueue } from "./event-queue.ts";

const events = (from: number, count: number): Event[] =>
  Array.from({ length: count }, (_, index) => ({
    sequence: from + index,
    type: "environment:changed",
    subjectId: "env_1",
    runId: null,
    payload: {},
    at: new Date(0),
  }));

it("hands events out in order, a part at a time", () => {
  const queue = new EventQueue();
  queue.push(events(1, 3));
  expect(queue.take(2).events.map(({ sequence }) => sequence)).toEqual([1, 2]);
  expect(queue.take(2)).toMatchObject({ events: [{ sequence: 3 }], gap: false });
});

it("keeps nothing for a browser that slept through ten thousand, and says so once", () => {
  const queue = new EventQueue();
  for (let batch = 0; batch < 100; batch += 1) queue.push(events(batch * 100, 100));
  expect(queue.size).toBeLessThanOrEqual(5_000);
  expect(queue.take(500)).toEqual({ events: [], gap: true });
  queue.push(events(10_000, 1));
  expect(queue.take(500)).toMatchObject({ events: [{ sequence: 10_000 }], gap: false });
});
