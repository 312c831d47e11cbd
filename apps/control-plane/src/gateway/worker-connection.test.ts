import { expect, test } from "vitest";
import { WorkerConnection } from "./worker-connection.ts";

const NOW = new Date("2026-01-01T12:00:00Z");
const ago = (ms: number) => NOW.getTime() - ms;

test("times of a worker whose clock is ten minutes off are told by our clock, and never lie in the future", () => {
  const connection = new WorkerConnection("wrk_1");
  connection.heardAt(ago(600_000), NOW);
  // Two seconds old when it arrives, by whichever clock.
  expect(connection.toOurClock(ago(602_000), NOW)).toBe(ago(2_000));
  connection.heardAt(ago(-600_000), NOW);
  expect(connection.toOurClock(ago(-598_000), NOW)).toBe(ago(2_000));
  expect(connection.toOurClock(ago(-700_000), NOW)).toBe(NOW.getTime());
});

test("a worker that does not say what its clock shows is taken at its word", () => {
  const connection = new WorkerConnection("wrk_1");
  connection.heardAt(0, NOW);
  expect(connection.toOurClock(ago(5_000), NOW)).toBe(ago(5_000));
});

test("who is turned away is told why before the stream ends", async () => {
  const connection = new WorkerConnection("wrk_1");
  connection.reject({ code: "fenced", message: "Another one.", fix: "Stop it." });
  const told = [];
  for await (const { message } of connection.outgoing) told.push(message);
  expect(told).toMatchObject([{ case: "rejected", value: { code: "fenced" } }]);
  expect(connection.signal.aborted).toBe(true);
});
