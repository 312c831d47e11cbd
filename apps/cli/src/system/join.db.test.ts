import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { createTestDatabase, type TestDatabase } from "@deskrl/testing";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createClient } from "../client.ts";
import { ROOT } from "../paths.ts";
import { scratchDataDir } from "./scratch-data-dir.ts";
import { type RunningDeskrl, startSystem } from "./start-system.ts";

const SLOW = { timeout: 60_000, interval: 200 };
const MAIN = `import(${JSON.stringify(join(ROOT, "apps/cli/src/main.ts"))}).then((cli) => cli.main(process.argv.slice(1)))`;

let database: TestDatabase;
let dataDir: string;
let system: RunningDeskrl;
let client: ReturnType<typeof createClient>;
const children: ChildProcess[] = [];
const folders: string[] = [];

beforeAll(async () => {
  [database, dataDir] = await Promise.all([createTestDatabase(), scratchDataDir("join")]);
  system = await startSystem({
    ...{ dataDir, port: 0, desktops: 0, provider: "sim", dashboard: false, worker: false },
    ...{ database: database.url, workerHost: "0.0.0.0" },
  });
  client = createClient({ url: system.url, token: system.operatorToken });
}, 120_000);

afterEach(async () => {
  for (const child of children.splice(0)) await end(child);
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
}, 60_000);

afterAll(async () => {
  await system?.stop();
  await database?.destroy();
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

async function newFolder(): Promise<string> {
  const folder = await scratchDataDir("joining");
  folders.push(folder);
  return folder;
}

/** `npm run worker -- …` as a person types it. */
function worker(folder: string, ...args: string[]) {
  const all = ["worker", "--data", folder, ...args];
  const child = spawn(process.execPath, ["--import", "tsx", "-e", MAIN, "--", ...all], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data) => {
      output += data;
    });
  const said = (text: string) => vi.waitFor(() => expect(output).toContain(text), SLOW);
  const ended = async () => {
    if (child.exitCode === null) await once(child, "exit");
    return { code: child.exitCode, output };
  };
  return { child, said, ended };
}

const FEW = ["--provider", "sim", "--desktops", "1", "--trainers", "0"];

async function address(): Promise<{ url: string; whole: string }> {
  const { fingerprint, thisMachineOnly, addresses } = await client.worker.door.query();
  expect({ thisMachineOnly, fingerprint }).toEqual({
    thisMachineOnly: false,
    fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(addresses[0]).toBe(`https://${new URL(addresses[0] ?? "").hostname}:${system.grpcPort}`);
  const url = `https://127.0.0.1:${system.grpcPort}`;
  return { url, whole: `${url}#sha256:${fingerprint}` };
}

test("a worker joins by a minted token and the pinned certificate, and comes back without arguments", async () => {
  const { whole } = await address();
  const { token } = await client.worker.createToken.mutate({ name: "rack 4" });
  const folder = await newFolder();
  const first = worker(folder, "--join", whole, "--token", token, "--name", "rack-4", ...FEW);
  await first.said("Joined https://127.0.0.1:");
  const listed = async () => (await client.worker.list.query({ q: "rack-4" })).items;
  await vi.waitFor(
    async () => expect(await listed()).toMatchObject([{ state: "online", desktops: 1 }]),
    SLOW,
  );
  await end(first.child);
  const second = worker(folder);
  await second.said("Joined https://127.0.0.1:");
  expect(await listed()).toMatchObject([{ name: "rack-4", state: "online", desktops: 1 }]);
  expect((await client.worker.tokens.query({})).items).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ name: "rack 4", lastUsedAt: expect.any(Date) })]),
  );
}, 120_000);

test("workers are listed, cordoned, drained and removed by name from a terminal", async () => {
  const { whole } = await address();
  const { token } = await client.worker.createToken.mutate({ name: "shelf" });
  const args = ["--join", whole, "--token", token, "--name", "shelf-1", "--labels", "gpu", "shelf"];
  const running = worker(await newFolder(), ...args, ...FEW);
  await running.said("Joined");
  const act = async (...words: string[]) => {
    const server = ["--server", system.url, "--token", system.operatorToken];
    const child = spawn(
      process.execPath,
      ["--import", "tsx", "-e", MAIN, "--", "worker", ...words, ...server],
      {
        cwd: ROOT,
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    children.push(child);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += data));
    await once(child, "close");
    return { code: child.exitCode, output };
  };
  const listed = await act("list", "--json");
  expect(JSON.parse(listed.output)).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({
        ...{ name: "shelf-1", desiredState: "active" },
        facts: expect.objectContaining({ labels: ["gpu", "shelf"] }),
      }),
    ]),
  );
  expect((await act("cordon", "shelf-1")).output).toMatch(/shelf-1 +cordoned .*gpu shelf/);
  const refused = await act("remove", "shelf-1");
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("online and not drained") });
  expect((await act("drain", "shelf-1")).output).toMatch(/shelf-1 +drain(ing|ed)/);
  await vi.waitFor(async () => {
    const [row] = (await client.worker.list.query({ q: "shelf-1" })).items;
    expect(row).toMatchObject({ desiredState: "drained", desktopsHeld: 0 });
  }, SLOW);
  expect((await act("remove", "shelf-1", "--revoke-token")).output).toBe(
    "Removed shelf-1. Its token is revoked.\n",
  );
  const unknown = await act("uncordon", "shelf-1");
  expect(unknown).toMatchObject({ code: 1, output: expect.stringContaining("no worker called shelf-1") });
}, 180_000);

test("revoking its token ends a worker that is in, with what to do", async () => {
  const { whole } = await address();
  const { id, token } = await client.worker.createToken.mutate({ name: "short" });
  const running = worker(await newFolder(), "--join", whole, "--token", token, ...FEW);
  await running.said("Joined");
  await client.worker.revokeToken.mutate({ id });
  const { code, output } = await running.ended();
  expect(code).toBe(1);
  expect(output).toContain("The token that this worker joined with was revoked.");
  expect(output).toContain("Mint another one on the Workers page");
}, 120_000);

test("a wrong token, a wrong fingerprint and a missing one each end with one clear error", async () => {
  const { url, whole } = await address();
  const { token } = await client.worker.createToken.mutate({ name: "good" });
  const wrong = `sha256:${"00".repeat(32)}`;
  const tries = [
    [["--join", whole, "--token", "deskrl_token_wrong"], "The worker's token is not known or was revoked."],
    [["--join", `${url}#${wrong}`, "--token", token], "not 0000000000000000…"],
    [["--join", url, "--fingerprint", wrong, "--token", token], "not 0000000000000000…"],
    [["--join", url, "--token", token], "No authority that this machine trusts"],
    [["--join", url.replace("https", "http"), "--token", token], "speaks TLS only"],
  ] as const;
  for (const [args, message] of tries) {
    const folder = await newFolder();
    const { code, output } = await worker(folder, ...args, ...FEW).ended();
    expect({ args, code, output }).toEqual({ args, code: 1, output: expect.stringContaining(message) });
    expect(output).toContain("what to do");
    await expect(readFile(join(folder, "joined.json"))).rejects.toThrow();
  }
}, 240_000);

test("an address where nothing listens is said once and tried again; without an address it is asked for", async () => {
  const away = worker(await newFolder(), "--join", "http://127.0.0.1:1", "--token", "x", ...FEW);
  await away.said("Not connected: Nothing listens at 127.0.0.1:1.");
  expect(away.child.exitCode).toBeNull();
  const { code, output } = await worker(await newFolder()).ended();
  expect(code).toBe(1);
  expect(output).toContain("This worker has not joined a control plane yet");
  expect(output).toContain("Workers → Add a worker");
}, 120_000);
