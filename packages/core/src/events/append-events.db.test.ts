import { createEventRelay } from "@deskrl/db";
import type { Event } from "@deskrl/domain";
import type { Topic } from "@deskrl/protocol";
import { withContext } from "@deskrl/testing/database";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { commit } from "../commit.ts";
import { clearFleet } from "../testing/fleet.ts";
import { appendEvents } from "./append-events.ts";
import type { NewEvent } from "./new-event.ts";
import { pruneEvents } from "./prune-events.ts";
import { readEvents } from "./read-events.ts";
import { topicsOf } from "./topics-of.ts";

const fixture = withContext();
beforeEach(() => clearFleet(fixture.ctx));
const event = (subjectId: string, overrides: Partial<NewEvent> = {}): NewEvent => ({
  type: "suite:changed",
  subjectId,
  runId: null,
  payload: {},
  ...overrides,
});

describe("writers at the same time", () => {
  it("commit in the order of their numbers, so that a follower sees every event, once and in order", async () => {
    const seen: Event[] = [];
    const relay = createEventRelay({
      url: fixture.url,
      since: 0,
      pollIntervalMs: 5,
      batchSize: 7,
      onEvents: (events) => {
        seen.push(...events);
      },
    });
    await relay.ready;
    const writers = Array.from({ length: 12 }, async (_, writer) => {
      for (let turn = 0; turn < 5; turn += 1)
        await commit(fixture.ctx, async ({ tx, emit }) => {
          // Some transactions hold their place for a while: numbers drawn without the lock would now overtake.
          if ((writer + turn) % 4 === 0) await tx.$executeRaw`SELECT pg_sleep(0.01)`;
          emit(
            event(`w${writer}`, { payload: { turn } }),
            event(`w${writer}`, { payload: { turn, second: true } }),
          );
        });
    });
    await Promise.all(writers);
    await vi.waitFor(() => expect(seen).toHaveLength(120), { timeout: 10_000 });
    await relay.close();
    const numbers = seen.map((item) => item.sequence);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect(new Set(numbers).size).toBe(120);
    for (let writer = 0; writer < 12; writer += 1) {
      const turns = seen.filter((item) => item.subjectId === `w${writer}`).map((item) => item.payload.turn);
      expect(turns).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4]);
    }
  });
});

it("leaves nothing of a transaction that fails, neither row nor event", async () => {
  const failing = commit(fixture.ctx, async ({ tx, emit }) => {
    await tx.user.create({ data: { id: "usr_gone", name: "gone", role: "viewer", passwordHash: "" } });
    emit(event("gone"));
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await fixture.ctx.db.prisma.user.count({ where: { name: "gone" } })).toBe(0);
  expect(await fixture.ctx.db.prisma.event.count()).toBe(0);
});

describe("readEvents", () => {
  const append = (...events: NewEvent[]) => fixture.ctx.db.transaction((tx) => appendEvents(tx, events));

  it("replays what came after a sequence, filtered by topic, and says where the stream stands", async () => {
    const first = await append(event("a"));
    const latest = await append(
      event("ep_1", { type: "episode:changed", runId: "run_1", payload: { environmentId: "env_1" } }),
      event("env_2", { type: "environment:changed" }),
      event("run_1", { type: "run:changed", runId: "run_1" }),
    );
    const read = async (topics: Topic[]) => {
      const answer = await readEvents(fixture.ctx, { since: first, topics });
      expect(answer).toMatchObject({ latestSequence: latest, gap: false });
      return answer.events.map((item) => item.subjectId);
    };
    expect(await read(["run:run_1"])).toEqual(["ep_1", "run_1"]);
    expect(await read(["environment:env_1"])).toEqual(["ep_1"]);
    expect(await read(["fleet"])).toEqual(["env_2"]);
    expect(await read(["episode:ep_1", "runs"])).toEqual(["ep_1", "run_1"]);
    expect(await read(["run:other"])).toEqual([]);
  });

  it("says that there is a gap when too much lies between, or when the reader knew another database", async () => {
    const since = await append(event("a"));
    const latest = await append(...Array.from({ length: 5 }, (_, index) => event(`e${index}`)));
    const gap = { events: [], latestSequence: latest, gap: true };
    expect(await readEvents(fixture.ctx, { since, limit: 4 })).toEqual(gap);
    expect((await readEvents(fixture.ctx, { since, limit: 5 })).events).toHaveLength(5);
    expect(await readEvents(fixture.ctx, { since: (latest ?? 0) + 100 })).toEqual(gap);
    expect(await readEvents(fixture.ctx, { since: null })).toEqual({ ...gap, gap: false });
  });
});

it("tells a reader of pruned events that there is a gap, and keeps the newest", async () => {
  const append = (subjectId: string) =>
    fixture.ctx.db.transaction((tx) => appendEvents(tx, [event(subjectId)], fixture.clock.now()));
  const first = await append("old");
  await append("older than the rest");
  const kept = await append("kept");
  fixture.clock.advance(25 * 3_600_000);
  expect(await pruneEvents(fixture.ctx)).toBe(2);
  expect(await readEvents(fixture.ctx, { since: (first ?? 0) - 1 })).toMatchObject({
    gap: true,
    latestSequence: kept,
  });
  expect(await readEvents(fixture.ctx, { since: (kept ?? 0) - 1 })).toMatchObject({
    gap: false,
    events: [{ subjectId: "kept" }],
  });
});

it("names the topics of each kind of event", () => {
  const step = event("ep_1", { type: "step:recorded", runId: "run_1", payload: { environmentId: "env_1" } });
  expect(topicsOf(step)).toEqual(["episode:ep_1", "run:run_1", "environment:env_1"]);
  expect(topicsOf(event("wrk_1", { type: "worker:changed" }))).toEqual(["fleet"]);
  expect(topicsOf(event("env_1", { type: "control:taken" }))).toEqual(["fleet", "environment:env_1"]);
});
