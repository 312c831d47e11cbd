import type { Event } from "@deskrl/domain";
import { expect, test } from "vitest";
import { ClientStream, type Replay } from "./client-stream.ts";

function event(sequence: number, runId = "run_a"): Event {
  return { sequence, type: "run:changed", subjectId: runId, runId, payload: {}, at: new Date(0) };
}

/** An outbox, its live feed, and a client that keeps what it is told in the order it is told. */
function system(position = 0) {
  const outbox: Event[] = [];
  const seen: number[] = [];
  let beforeAnswer = async () => {};
  const stream = new ClientStream({
    position,
    emit: ({ events }) => seen.push(...events.map(({ sequence }) => sequence)),
    read: async ({ since, topics }): Promise<Replay> => {
      const latestSequence = outbox.at(-1)?.sequence ?? position;
      const events =
        since === null
          ? []
          : outbox.filter((e) => e.sequence > since && topics.includes(`run:${e.subjectId}`));
      await beforeAnswer();
      return { events, latestSequence, gap: false };
    },
  });
  return {
    seen,
    stream,
    commit: (...events: Event[]) => outbox.push(...events),
    relay: (...events: Event[]) =>
      stream.deliver({ events, latestSequence: events.at(-1)?.sequence ?? position }),
    join: (since: number | null, topic: "run:run_a" | "run:run_b" = "run:run_a") =>
      stream.join([topic], since, ({ events }) => seen.push(...events.map(({ sequence }) => sequence))),
    during: (work: () => void) => {
      beforeAnswer = async () => work();
    },
  };
}

test("what came while the past was read follows it, once", async () => {
  const { commit, during, join, relay, seen } = system();
  commit(event(1), event(2));
  during(() => {
    relay(event(1), event(2));
    relay(event(3));
  });
  await join(0);
  relay(event(4));
  expect(seen).toEqual([1, 2, 3, 4]);
});

test("events of a topic joined earlier are not lost to a later join that asks for no past", async () => {
  const { commit, during, join, relay, seen } = system();
  await join(null);
  during(() => {
    commit(event(5));
    relay(event(5));
  });
  commit(event(4));
  await join(null, "run:run_b");
  relay(event(6, "run_b"));
  expect(seen).toEqual([4, 5, 6]);
});

test("other topics are not sent, and a topic that was left neither", async () => {
  const { join, relay, seen, stream } = system();
  await join(null);
  relay(event(1, "run_b"), event(2));
  stream.leave(["run:run_a"]);
  relay(event(3));
  expect(seen).toEqual([2]);
});

test("the position is known only while nothing is held back", async () => {
  const { during, join, relay, stream } = system(7);
  const positions: (number | null)[] = [stream.position];
  during(() => positions.push(stream.position));
  await join(7);
  relay(event(9));
  expect([...positions, stream.position]).toEqual([7, null, 9]);
});
