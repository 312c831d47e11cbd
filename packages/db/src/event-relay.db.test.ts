import { type Event, newId } from "@deskrl/domain";
import { withDatabase } from "@deskrl/testing/database";
import pg from "pg";
import { afterEach, expect, it, vi } from "vitest";
import { createEventRelay, type EventRelay } from "./event-relay.ts";

const fixture = withDatabase();
const relays: EventRelay[] = [];
afterEach(async () => {
  await Promise.all(relays.splice(0).map((relay) => relay.close()));
});

function listen(options: { pollIntervalMs?: number; failures?: number } = {}) {
  const received: Event[] = [];
  const errors: unknown[] = [];
  let failures = options.failures ?? 0;
  const relay = createEventRelay({
    url: fixture.url,
    pollIntervalMs: options.pollIntervalMs ?? 60_000,
    batchSize: 3,
    maxBackoffMs: 50,
    onError: (error) => errors.push(error),
    onEvents: async (events) => {
      if (failures > 0) {
        failures -= 1;
        throw new Error("not now");
      }
      received.push(...events);
    },
  });
  relays.push(relay);
  return { relay, received, errors };
}

async function append(subjectId: string, notify = true): Promise<void> {
  await fixture.db.transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(1)`;
    await tx.event.create({ data: { type: "suite:changed", subjectId, payload: {} } });
    if (notify) await tx.$executeRaw`SELECT pg_notify('deskrl_events', '1')`;
  });
}

const subjects = (events: Event[]) => events.map((event) => event.subjectId);

it("delivers every event once and in order, also beyond one batch, and nothing older than its start", async () => {
  await append("before");
  const { relay, received } = listen();
  await relay.ready;
  const ids = Array.from({ length: 10 }, () => newId("suite"));
  for (const id of ids) await append(id);
  await vi.waitFor(() => expect(subjects(received)).toEqual(ids));
  expect(relay.latestSequence()).toBe(received.at(-1)?.sequence);
});

it("finds events whose notification was lost", async () => {
  const { relay, received } = listen({ pollIntervalMs: 50 });
  await relay.ready;
  await append("unannounced", false);
  await vi.waitFor(() => expect(subjects(received)).toEqual(["unannounced"]));
});

it("goes on where it stood after its connection was cut", async () => {
  const { relay, received, errors } = listen();
  await relay.ready;
  await append("first");
  await vi.waitFor(() => expect(subjects(received)).toEqual(["first"]));
  const admin = new pg.Client({ connectionString: fixture.url });
  await admin.connect();
  await admin.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'deskrl-relay' AND datname = current_database()",
  );
  await admin.end();
  await append("while away");
  await append("second");
  await vi.waitFor(() => expect(subjects(received)).toEqual(["first", "while away", "second"]));
  expect(errors.length).toBeGreaterThan(0);
});

it("delivers again what its reader could not take, losing and reordering nothing", async () => {
  const { relay, received, errors } = listen({ failures: 2, pollIntervalMs: 50 });
  await relay.ready;
  for (const id of ["a", "b", "c", "d"]) await append(id);
  await vi.waitFor(() => expect(subjects(received)).toEqual(["a", "b", "c", "d"]));
  expect(errors).toHaveLength(2);
});
