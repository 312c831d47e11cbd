import type { Event } from "@deskrl/domain";
import { unpackWall, type WallChange, type WallRow } from "@deskrl/protocol";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EventFeed } from "./event-feed.ts";
import { WallHub } from "./wall-hub.ts";

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

const row = (id: string): WallRow => ({
  id,
  workerId: "wrk_1",
  workerName: "one",
  workerLost: false,
  state: "ready",
  provider: "sim",
  stateReason: null,
  controlledBy: null,
  heldBy: null,
  changedAtMs: 0,
  createdAtMs: 0,
  lastVerdict: null,
  lastScore: null,
  episode: null,
});

function system(...ids: string[]) {
  const rows = new Map(ids.map((id) => [id, row(id)]));
  const sent: WallChange[] = [];
  const reads: (readonly string[] | undefined)[] = [];
  const feed = new EventFeed();
  let failing = false;
  let sequence = 0;
  const hub = new WallHub({
    feed,
    read: async ({ ids: wanted }) => {
      reads.push(wanted);
      if (failing) throw new Error("the database is away");
      const found = [...rows.values()].filter((each) => !wanted || wanted.includes(each.id));
      return { rows: found, at: new Date() };
    },
    broadcast: (change) => sent.push(change),
    onError: () => {},
  });
  const event = (type: Event["type"], subjectId: string, payload: Event["payload"] = {}): Event => ({
    sequence: ++sequence,
    type,
    subjectId,
    runId: null,
    payload,
    at: new Date(),
  });
  return {
    ...{ hub, feed, sent, reads, rows },
    changed: (...of: string[]) => feed.publish(of.map((id) => event("environment:changed", id))),
    step: (id: string) => feed.publish([event("step:recorded", "ep_1", { environmentId: id })]),
    fail: (value: boolean) => {
      failing = value;
    },
    settle: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
}

test("a thousand events of a few desktops are one read and one message, at most twice a second", async () => {
  const { hub, changed, step, settle, sent, reads } = system("a", "b", "c");
  await hub.watch();
  reads.length = 0;
  for (let n = 0; n < 500; n += 1) {
    changed("a");
    step("b");
  }
  await settle(100);
  expect(sent.map(({ columns }) => columns.id)).toEqual([["a", "b"]]);
  for (let n = 0; n < 20; n += 1) {
    changed("c");
    await settle(50);
  }
  await settle(600);
  expect(sent.length).toBeLessThanOrEqual(4);
  expect(reads.length).toBe(sent.length);
});

test("the whole is given to whom begins to watch, and changes count on from it", async () => {
  const { hub, changed, settle, sent } = system("a", "b");
  const whole = await hub.watch();
  expect(unpackWall(whole.columns).map(({ id }) => id)).toEqual(["a", "b"]);
  changed("b");
  await settle(100);
  expect(sent.map(({ tick }) => tick)).toEqual([whole.tick + 1]);
});

test("a desktop that is gone is named, and one that came is among the rows", async () => {
  const { hub, changed, rows, settle, sent } = system("a");
  await hub.watch();
  rows.delete("a");
  rows.set("n", row("n"));
  changed("a", "n");
  await settle(100);
  expect(sent[0]).toMatchObject({ gone: ["a"], columns: { id: ["n"] } });
});

test("nobody who watches costs nothing", async () => {
  const { hub, changed, settle, reads } = system("a");
  changed("a");
  await settle(10_000);
  expect(reads).toEqual([]);
  await hub.watch();
  hub.leave();
  reads.length = 0;
  changed("a");
  await settle(10_000);
  expect(reads).toEqual([]);
});

test("what could not be read is read with the next change", async () => {
  const { hub, changed, fail, settle, sent } = system("a", "b");
  await hub.watch();
  fail(true);
  changed("a");
  await settle(100);
  fail(false);
  await settle(1_000);
  expect(sent.flatMap(({ columns }) => columns.id)).toEqual(["a"]);
});

test("a worker that falls silent shows, though silence makes no event", async () => {
  const { hub, rows, settle, sent } = system("a");
  await hub.watch();
  rows.set("a", { ...row("a"), workerLost: true });
  await settle(6_000);
  expect(sent.flatMap(({ columns }) => unpackWall(columns)).map((each) => each.workerLost)).toEqual([true]);
});
