import { connect, createServer, type Server, type Socket } from "node:net";
import { createTestDatabase, type TestDatabase } from "@deskrl/testing";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createLeadership, type Leadership } from "./leadership.ts";

const KEY = 4_242;
const LEASE_MS = 2_000;
const SOON = { timeout: 30_000, interval: 20 };

let database: TestDatabase;
const parties: Leadership[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(parties.splice(0).map((party) => party.close()));
});
afterAll(() => database.destroy());

function join(name: string, url = database.url) {
  const changes: boolean[] = [];
  const party = createLeadership({
    ...{ url, key: KEY, name, leaseMs: LEASE_MS },
    onChange: (leading) => changes.push(leading),
  });
  parties.push(party);
  return { party, changes };
}

const leads = ({ party }: { party: Leadership }) => vi.waitFor(() => expect(party.leading).toBe(true), SOON);

test("of two one leads, both know who, and the other follows when it goes", async () => {
  const first = join("first");
  await leads(first);
  const second = join("second");
  await vi.waitFor(() => expect(second.party.leader).toBe("first"), SOON);
  expect(second.party.leading).toBe(false);
  await first.party.close();
  expect(first.changes).toEqual([true, false]);
  await leads(second);
  await vi.waitFor(() => expect(second.party.leader).toBe("second"), SOON);
});

test("a leader whose session is ended stops leading, and someone leads again", async () => {
  const first = join("first");
  await leads(first);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'deskrl-leader first'",
  );
  await client.end();
  await vi.waitFor(() => expect(first.changes.slice(0, 3)).toEqual([true, false, true]), SOON);
});

test("a leader that is cut off in silence has stopped before another leads", async () => {
  const wire = await silenceableWire(new URL(database.url));
  const url = new URL(database.url);
  url.port = String(wire.port);
  const cutOff = join("cut off", url.href);
  await leads(cutOff);
  const order: string[] = [];
  const other = createLeadership({
    ...{ url: database.url, key: KEY, name: "other", leaseMs: LEASE_MS },
    onChange: (leading) => order.push(`other ${leading} while the first leads: ${cutOff.party.leading}`),
  });
  parties.push(other);
  wire.silence();
  await vi.waitFor(() => expect(order).toEqual(["other true while the first leads: false"]), SOON);
  wire.close();
});

/** A connection on which nothing arrives any more, while it stays up. */
async function silenceableWire(target: URL) {
  let silent = false;
  const sockets: Socket[] = [];
  const server: Server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    sockets.push(near, far);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on("error", () => {});
      from.on("data", (data) => silent || to.write(data));
      from.on("close", () => silent || to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("no port");
  return {
    port: address.port,
    silence: () => {
      silent = true;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
