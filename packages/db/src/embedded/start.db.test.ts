import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./start.ts";

let dataDir = "";
const servers: EmbeddedPostgres[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "deskrl-embedded-"));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir });
  servers.push(server);
  return server;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

it("keeps what was written over a clean end and a second start", async () => {
  const first = await start();
  await query(first.url, "CREATE TABLE kept AS SELECT 42 AS answer");
  await first.stop();
  const second = await start();
  expect(await query(second.url, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
  expect(await query(second.url, "SHOW listen_addresses")).toEqual([{ listen_addresses: "127.0.0.1" }]);
});

it("takes over what an owner that was killed left behind, both a running server and a stale postmaster.pid", async () => {
  const script = fileURLToPath(new URL("../testing/start-and-wait.ts", import.meta.url));
  const owner = fork(script, [dataDir], { execArgv: ["--import", "tsx"] });
  const [{ url }] = await once(owner, "message");
  await query(url, "CREATE TABLE kept AS SELECT 42 AS answer");
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toMatchObject({
    code: "conflict",
    message: `The process ${owner.pid} already uses this data folder.`,
  });
  owner.kill("SIGKILL");
  await once(owner, "exit");
  const second = await start();
  expect(await query(second.url, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);

  const postmaster = Number((await readFile(join(dataDir, "cluster/postmaster.pid"), "utf8")).split("\n")[0]);
  process.kill(postmaster, "SIGKILL");
  await rm(join(dataDir, "owner.json"));
  const third = await start();
  expect(await query(third.url, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
});

it("begins again where a first start was cut short", async () => {
  const first = await start();
  await first.stop();
  await rm(join(dataDir, "initialised"));
  const second = await start();
  expect(await query(second.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

it("says what to do when it cannot start", async () => {
  const blocker = await start();
  const other = await mkdtemp(join(tmpdir(), "deskrl-embedded-"));
  try {
    const attempt = startEmbeddedPostgres({ dataDir: other, port: blocker.port, timeoutMs: 10_000 });
    await expect(attempt).rejects.toMatchObject({
      code: "database_unavailable",
      where: other,
      fix: expect.stringContaining("server.log"),
    });
  } finally {
    await rm(other, { recursive: true, force: true });
  }
});
