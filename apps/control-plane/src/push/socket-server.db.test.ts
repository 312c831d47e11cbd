import {
  type ClientEvents,
  type ServerEvents,
  type Topic,
  unpackWall,
  type WallChange,
} from "@deskrl/protocol";
import { io, type Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { WebSocket } from "ws";
import { type ControlPlaneResource, controlPlaneResource } from "../testing/control-plane-resource.ts";
import { eventually } from "../testing/eventually.ts";

type ClientSocket = Socket<ServerEvents, ClientEvents>;

let cp: ControlPlaneResource;
const open: ClientSocket[] = [];
beforeAll(async () => {
  cp = await controlPlaneResource();
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.disconnect();
  await cp.clear();
});
afterAll(() => cp.stop());

/** A client that keeps the numbers of the events it would apply, dropping what is not newer than the last it has. */
function connect(auth: Record<string, string> = { token: cp.tokens.operator }) {
  const socket: ClientSocket = io(cp.url, { auth, transports: ["websocket"], reconnectionDelay: 50 });
  open.push(socket);
  const seen: number[] = [];
  let last = -1;
  const apply = (events: { sequence: number }[]) => {
    for (const { sequence } of events) {
      if (sequence <= last) continue;
      last = sequence;
      seen.push(sequence);
    }
  };
  socket.on("events:appended", ({ events }) => apply(events));
  // The replay is applied in the callback itself: after a promise, a later event could have come first.
  const join = (topics: Topic[], since: number | null) =>
    new Promise<Parameters<Parameters<ClientEvents["topics:join"]>[1]>[0]>((resolve) => {
      socket.emit("topics:join", { version: 1, topics, since }, (answer) => {
        apply(answer.replayed);
        resolve(answer);
      });
    });
  return { socket, seen, join };
}

const startRun = () => cp.program.run.create.mutate({ suite: "small", policy: "oracle", episodes: 2 });

async function sequencesOfRuns(): Promise<number[]> {
  const rows = await cp.core.db.prisma.event.findMany({
    where: { type: "run:changed" },
    orderBy: { sequence: "asc" },
  });
  return rows.map(({ sequence }) => Number(sequence));
}

describe("the push channel", () => {
  test("is closed to those who are not signed in", async () => {
    const { socket } = connect({ token: "wrong" });
    const error = await new Promise<Error>((resolve) => socket.on("connect_error", resolve));
    expect(error.message).toContain("not known");
    const nobody = connect({});
    const refused = await new Promise<Error>((resolve) => nobody.socket.on("connect_error", resolve));
    expect(refused.message).toContain("not signed in");
  });

  test("takes a session cookie", async () => {
    const { cookie } = await cp.signIn();
    const socket: ClientSocket = io(cp.url, {
      transports: ["websocket"],
      extraHeaders: { cookie, origin: cp.url },
    });
    open.push(socket);
    await new Promise<void>((resolve) => socket.on("connect", resolve));
  });

  test("is closed to other sites that would use a session", async () => {
    const { cookie } = await cp.signIn();
    const extraHeaders = { cookie, origin: "https://evil.example" };
    const socket = io(cp.url, { transports: ["websocket"], extraHeaders, reconnection: false });
    open.push(socket);
    await new Promise<Error>((resolve) => socket.on("connect_error", resolve));
    expect(socket.connected).toBe(false);
  });

  test("brings what a click changed, and not what nobody asked for", async () => {
    const client = connect();
    const other = connect();
    await client.join(["runs"], null);
    await other.join(["run:run_other"], null);
    const run = await startRun();
    await eventually(() => client.seen.length > 0);
    const event = await cp.core.db.prisma.event.findFirst({ where: { subjectId: run.id } });
    expect(client.seen).toContain(Number(event?.sequence));
    expect(other.seen).toEqual([]);
  });

  test("replays after a reconnect exactly what was missed", async () => {
    const first = connect();
    const { latestSequence } = await first.join(["runs"], null);
    await startRun();
    await eventually(() => first.seen.length > 0);
    first.socket.disconnect();
    const lastSeen = first.seen.at(-1) ?? latestSequence;
    const missed = await startRun();
    await cp.program.run.pause.mutate({ id: missed.id });
    const second = connect();
    const writing = Promise.all([startRun(), startRun(), startRun()]);
    const { gap } = await second.join(["runs"], lastSeen);
    await writing;
    expect(gap).toBe(false);
    await eventually(async () => {
      const all = (await sequencesOfRuns()).filter((sequence) => sequence > latestSequence);
      const got = [...first.seen, ...second.seen];
      return got.length === all.length && got.every((sequence, index) => sequence === all[index]);
    });
  });

  test("goes on after the server was restarted, without a gap", async () => {
    const client = connect();
    const before = await client.join(["runs"], null);
    let since = before.latestSequence;
    const rejoined = new Promise<void>((resolve) => {
      client.socket.on("connect", () => {
        since = client.seen.at(-1) ?? since;
        void client.join(["runs"], since).then(() => resolve());
      });
    });
    const run = await startRun();
    await eventually(() => client.seen.length > 0);
    await cp.restart();
    await cp.program.run.stop.mutate({ id: run.id });
    await rejoined;
    await eventually(async () => {
      const all = (await sequencesOfRuns()).filter((sequence) => sequence > before.latestSequence);
      return (
        client.seen.length === all.length && client.seen.every((sequence, index) => sequence === all[index])
      );
    });
  });

  test("ten thousand events reach a browser that slept with its connection open, in order and once", async () => {
    const [sleeper, other] = [connect(), connect()];
    await Promise.all([sleeper.join(["runs"], null), other.join(["runs"], null)]);
    const run = await startRun();
    await eventually(() => sleeper.seen.length > 0);
    // What the client library does not tell of its type: the connection below it.
    const { ws } = sleeper.socket.io.engine.transport as unknown as { ws: WebSocket };
    ws.pause();
    await cp.core.db.prisma.$executeRaw`
      INSERT INTO events (type, subject_id, run_id, payload)
      SELECT 'run:changed', ${run.id}, ${run.id}, jsonb_build_object('state', 'running', 'number', number)
      FROM generate_series(1, 10000) number`;
    const { _max } = await cp.core.db.prisma.event.aggregate({ _max: { sequence: true } });
    const last = Number(_max.sequence);
    await cp.core.db.prisma.$executeRaw`SELECT pg_notify('deskrl_events', ${String(last)})`;
    // Nobody else waits for one that sleeps.
    await eventually(() => (other.seen.at(-1) ?? 0) >= last);
    expect(sleeper.seen.at(-1)).toBeLessThan(last);
    ws.resume();
    await eventually(() => sleeper.seen.at(-1) === other.seen.at(-1));
    expect(sleeper.seen).toEqual(other.seen);
  });

  test("tells a client that is too far behind, or knew another database, to fetch anew", async () => {
    const client = connect();
    const answer = await client.join(["runs"], 1_000_000_000);
    expect(answer).toMatchObject({ gap: true, replayed: [] });
  });

  test("beats with the place in the stream, so that quiet and dead can be told apart", async () => {
    const client = connect();
    const { latestSequence } = await client.join(["runs"], null);
    const beat = await new Promise<{ latestSequence: number }>((resolve) =>
      client.socket.on("server:beat", resolve),
    );
    expect(beat.latestSequence).toBeGreaterThanOrEqual(latestSequence);
  });
});

describe("the wall", () => {
  const watch = (socket: ClientSocket) =>
    new Promise<WallChange | null>((resolve) => socket.emit("wall:watch", { version: 1 }, resolve));

  test("is given whole and then kept fresh, to those who watch it and to nobody else", async () => {
    const worker = await cp.startWorker({ desktops: 2 });
    await worker.take("desiredEnvironments");
    const [id = ""] = worker.environmentIds;
    const client = connect();
    const other = connect();
    const rows = new Map<string, string>();
    const take = ({ columns }: WallChange) => {
      for (const row of unpackWall(columns)) rows.set(row.id, row.state);
    };
    client.socket.on("wall:changed", take);
    other.socket.on("wall:changed", () => rows.set("nobody", "asked"));
    const whole = await watch(client.socket);
    expect(whole?.columns.id.toSorted()).toEqual([...worker.environmentIds].toSorted());
    worker.report(id, "ready");
    await eventually(() => rows.get(id) === "ready");
    expect(rows.has("nobody")).toBe(false);
    client.socket.emit("wall:leave");
  });

  test("a client that slept through ten thousand events is told to fetch anew, in one small answer", async () => {
    const client = connect();
    const { latestSequence } = await client.join(["fleet", "runs"], null);
    client.socket.disconnect();
    const rows = Array.from({ length: 10_000 }, (_, index) => ({
      type: "environment:changed",
      subjectId: `env_${index % 50}`,
      payload: { state: "ready" },
    }));
    await cp.core.db.prisma.event.createMany({ data: rows });
    const again = connect();
    const answer = await again.join(["fleet", "runs"], latestSequence);
    expect(answer).toMatchObject({ gap: true, replayed: [] });
    expect(answer.latestSequence).toBe(latestSequence + 10_000);
  });
});

describe("thumbnails", () => {
  test("are asked of the worker for the tiles that someone sees, and brought to that one only", async () => {
    const worker = await cp.startWorker({ desktops: 2 });
    await worker.take("desiredEnvironments");
    const [watched = "", hidden = ""] = worker.environmentIds;
    const client = connect();
    const other = connect();
    await other.join(["fleet"], null);
    client.socket.emit("thumbnails:watch", { version: 1, environmentIds: [watched, "env_elsewhere"] });
    expect((await worker.take("watchThumbnails")).environmentIds).toEqual([watched]);
    const pictures: string[] = [];
    client.socket.on("thumbnail:updated", ({ environmentId }) => pictures.push(environmentId));
    other.socket.on("thumbnail:updated", () => pictures.push("brought to the wrong one"));
    await eventually(async () => {
      const thumbnail = (environmentId: string) => ({
        environmentId,
        capturedAtMs: 1n,
        jpeg: Buffer.from("jpeg"),
      });
      const thumbnails = [thumbnail(hidden), thumbnail(watched)];
      await worker.client.putThumbnails({ workerId: worker.workerId, thumbnails });
      return pictures.length > 0;
    });
    expect(new Set(pictures)).toEqual(new Set([watched]));
    client.socket.emit("thumbnails:watch", { version: 1, environmentIds: [] });
    expect((await worker.take("watchThumbnails")).environmentIds).toEqual([]);
  });

  test("are as wide as the widest tile of those who see them", async () => {
    const worker = await cp.startWorker();
    await worker.take("desiredEnvironments");
    const environmentIds = [...worker.environmentIds];
    const [narrow, wide] = [connect(), connect()];
    narrow.socket.emit("thumbnails:watch", { version: 1, environmentIds, width: 232 });
    expect((await worker.take("watchThumbnails")).width).toBe(320);
    wide.socket.emit("thumbnails:watch", { version: 1, environmentIds, width: 600 });
    expect((await worker.take("watchThumbnails")).width).toBe(640);
    wide.socket.disconnect();
    expect((await worker.take("watchThumbnails")).width).toBe(320);
  });

  test("are asked for again when the worker comes back", async () => {
    const worker = await cp.startWorker();
    await worker.take("desiredEnvironments");
    const environmentIds = [...worker.environmentIds];
    connect().socket.emit("thumbnails:watch", { version: 1, environmentIds });
    await worker.take("watchThumbnails");
    worker.kill();
    const again = await cp.startWorker({ workerId: worker.workerId });
    expect((await again.take("watchThumbnails")).environmentIds).toEqual(environmentIds);
  });
});
