import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkEngine } from "./check-engine.ts";
import { createEngine, ENGINE_DEADLINES } from "./engine.ts";
import { engineError, isPortCollision } from "./engine-errors.ts";
import { engineProblem } from "./engine-problem.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deskrl-engine-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A daemon that accepts connections and never answers, as one that hangs does. */
async function withWedgedDaemon<T>(fn: (socketPath: string) => Promise<T>): Promise<T> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket));
  const socketPath = join(folder, "docker.sock");
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  try {
    return await fn(socketPath);
  } finally {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}

const quick = { ...ENGINE_DEADLINES, queryMs: 50, createMs: 50, startMs: 50, removeMs: 50 };

test("a daemon that hangs ends every call as engine_timeout", async () => {
  await withWedgedDaemon(async (socketPath) => {
    const engine = createEngine({ socketPath }, quick);
    const calls = [
      engine.version(),
      engine.imageId("x"),
      engine.create({ Image: "x" }),
      engine.start("x"),
      engine.rename("x", "y"),
      engine.remove("x"),
      engine.inspect("x"),
      engine.list(["x"]),
      engine.logTail("x", 10),
      engine.networks("x"),
      engine.createNetwork({ Name: "x" }),
      engine.removeNetwork("x"),
    ];
    for (const call of calls) await expect(call).rejects.toMatchObject({ code: "engine_timeout" });
  });
});

test("a check of a hanging daemon is an answer that says what to do", async () => {
  await withWedgedDaemon(async (socketPath) => {
    const readiness = await checkEngine(createEngine({ socketPath }, quick), { image: "x" });
    expect(readiness).toMatchObject({ ready: false, problem: { code: "engine_timeout" } });
  });
});

test("no engine is engine_unavailable and names the command that sets one up", async () => {
  const engine = createEngine({ socketPath: join(folder, "none.sock") });
  expect(await checkEngine(engine, { image: "x" })).toMatchObject({
    ready: false,
    problem: { code: "engine_unavailable", fix: expect.stringContaining("npm run setup:docker") },
  });
});

test("a cancelled call is cancelled, not a timeout", async () => {
  await withWedgedDaemon(async (socketPath) => {
    const cancel = new AbortController();
    const call = createEngine({ socketPath }).version(cancel.signal);
    cancel.abort();
    await expect(call).rejects.toMatchObject({ code: "cancelled" });
  });
});

test.each([
  ["write /var/lib/docker/x: no space left on device", "disk_full"],
  ["could not find an available, non-overlapping IPv4 address pool among the defaults", "no_capacity"],
  ["No such image: deskrl/desktop:latest", "image_missing"],
])("the engine's %j is %s with something to do", (text, code) => {
  const error = engineError(Object.assign(new Error(text), { statusCode: 500 }), "create container");
  expect(error.code).toBe(code);
  expect(error.fix).toBeTruthy();
});

test.each([
  "driver failed programming external connectivity on endpoint x: Bind for 127.0.0.1:21000 failed: port is already allocated",
  "Error starting userland proxy: listen tcp4 127.0.0.1:21000: bind: address already in use",
])("a port held by someone else is recognised: %s", (text) => {
  expect(isPortCollision(new Error(text))).toBe(true);
});

test("an address in DOCKER_HOST that cannot serve is a problem with its cure, not a crash", async () => {
  expect(await engineProblem({ dockerHost: "ssh://elsewhere" })).toMatchObject({ code: "invalid_input" });
  expect(await engineProblem({ dockerHost: `unix://${join(folder, "none.sock")}` })).toMatchObject({
    code: "engine_unavailable",
  });
});
