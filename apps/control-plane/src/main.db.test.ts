import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTestDatabase, type TestDatabase } from "@deskrl/testing";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

const MAIN = fileURLToPath(new URL("./main.ts", import.meta.url));

let database: TestDatabase;
let dataDir: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  dataDir = await mkdtemp(join(tmpdir(), "deskrl-main-"));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});
afterAll(async () => {
  await database.destroy();
  await rm(dataDir, { recursive: true, force: true });
});

function start(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ["--import", "tsx", MAIN], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: database.url,
      DESKRL_DATA_DIR: dataDir,
      DESKRL_PORT: "0",
      DESKRL_GRPC_PORT: "0",
      ...env,
    },
  });
  children.push(child);
  let output = "";
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const exited = once(child, "close").then(([code]) => ({ code, output }));
  const printed = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        if (output.includes(text)) resolve(output);
      };
      look();
      child.stdout.on("data", look);
      child.stderr.on("data", look);
      void exited.then(() => reject(new Error(`it ended first:\n${output}`)));
    });
  return { child, exited, printed };
}

const secret = (path: string) => readFile(join(dataDir, path), "utf8");

test("a start on an empty database migrates, imports the suites, leaves its secrets to its own user, and ends cleanly", {
  timeout: 180_000,
}, async () => {
  const first = start();
  const output = await first.printed("control plane started");
  expect(output).toContain("database migrated");
  expect(output).toContain("suite imported");
  const paths = ["first-admin.json", "tokens/operator", "tokens/worker"];
  for (const path of paths) expect((await stat(join(dataDir, path))).mode & 0o777).toBe(0o600);
  expect(output).not.toContain(JSON.parse(await secret("first-admin.json")).password);
  const url = /"url":"([^"]+)"/.exec(output)?.[1];
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  first.child.kill("SIGTERM");
  expect(await first.exited).toMatchObject({ code: 0 });

  const before = await Promise.all(paths.map(secret));
  const second = start();
  const again = await second.printed("control plane started");
  expect(again).not.toContain("suite imported");
  expect(await Promise.all(paths.map(secret))).toEqual(before);
  second.child.kill("SIGINT");
  expect(await second.exited).toMatchObject({ code: 0 });
});

test("a container is told the first admin's password in its log, once, and takes a token made outside", async () => {
  const fresh = await createTestDatabase({ empty: true });
  const folder = await mkdtemp(join(tmpdir(), "deskrl-main-"));
  const env = {
    DATABASE_URL: fresh.url,
    DESKRL_DATA_DIR: folder,
    DESKRL_FIRST_ADMIN: "log",
    DESKRL_WORKER_TOKEN: "t".repeat(40),
  };
  try {
    const first = start(env);
    const output = await first.printed("control plane started");
    expect(output).toMatch(/sign in as admin with \S{12,} \(told this once\)/);
    await expect(stat(join(folder, "first-admin.json"))).rejects.toThrow("ENOENT");
    first.child.kill("SIGTERM");
    await first.exited;
    const tokens = await fresh.db.prisma.apiToken.findMany({ where: { name: "given worker" } });
    expect(tokens).toMatchObject([{ scope: "worker", revokedAt: null }]);
    const second = start({ ...env, DESKRL_WORKER_TOKEN: "short" });
    const { code, output: refusal } = await second.exited;
    expect({ code, refusal }).toEqual({ code: 1, refusal: expect.stringContaining("too few") });
    expect(refusal).not.toContain("first admin created");
  } finally {
    await fresh.destroy();
    await rm(folder, { recursive: true, force: true });
  }
}, 120_000);

test("an address that other machines reach is refused unless it is asked for", async () => {
  const refused = start({ DESKRL_HOST: "0.0.0.0" });
  const output = await refused.printed("DESKRL_ALLOW_PUBLIC");
  expect(output).toContain("would let other machines reach this server");
  expect(await refused.exited).toMatchObject({ code: 1 });
});

test("a database that does not answer is waited for, with one clear message", async () => {
  const waiting = start({ DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none" });
  const output = await waiting.printed("waiting for PostgreSQL");
  expect(output).toContain("DATABASE_URL");
  waiting.child.kill("SIGTERM");
  expect(await waiting.exited).toMatchObject({ code: 0 });
});

test("a setting that is missing is named", async () => {
  const broken = start({ DATABASE_URL: "", DESKRL_PORT: "many" });
  const output = await broken.printed("DESKRL_PORT");
  expect(output).toContain("DATABASE_URL");
  expect(await broken.exited).toMatchObject({ code: 1 });
});
