import { AppError, newId, type WorkerFacts } from "@deskrl/domain";
import { type ControlRequest, WORKER_PROTOCOL_VERSION } from "@deskrl/protocol/worker-gateway";
import { expect, test, vi } from "vitest";
import { startGateway } from "../testing/gateway-server.ts";
import { createTestLog } from "../testing/test-log.ts";
import { createControlLoop } from "./control-loop.ts";
import type { IncomingMessage } from "./control-session.ts";
import { createGatewayClients } from "./gateway-client.ts";

const FACTS: WorkerFacts = {
  hostname: "test",
  cores: 2,
  memoryMib: 1024,
  diskFreeMib: null,
  provider: "docker",
  engineProblem: null,
  engineVersion: "1",
};

function setUp(baseUrl: string, { token = "right", fingerprint = undefined as string | undefined } = {}) {
  const received: IncomingMessage[] = [];
  const stop = new AbortController();
  const { log, lines } = createTestLog();
  const workerId = newId("worker");
  const claim = { episodeId: newId("episode"), epoch: 3n };
  let registrations = 0;
  const loop = createControlLoop({
    client: createGatewayClients({ baseUrl, token, fingerprint }).control,
    baseUrl,
    log,
    register: () => ({
      protocolVersion: WORKER_PROTOCOL_VERSION,
      workerId,
      name: "w",
      version: "1",
      factsJson: JSON.stringify(FACTS),
      desktops: 2,
      running: [claim],
    }),
    heartbeat: () => ({ case: "heartbeat", value: { sentAtMs: 1n, running: [claim] } }),
    onRegistered: () => {
      registrations += 1;
    },
    onMessage: (message) => void received.push(message),
  });
  const running = loop.run(stop.signal);
  const end = async () => {
    stop.abort();
    await running;
  };
  return { loop, received, lines, claim, workerId, end, running, registrations: () => registrations };
}

const casesOf = (requests: ControlRequest[]) => requests.map(({ message }) => message.case);

test("a worker registers, beats at the interval it is given, and is told what concerns it", async () => {
  await using gateway = await startGateway({ heartbeatIntervalMs: 50 });
  const worker = setUp(gateway.baseUrl);
  await vi.waitFor(() =>
    expect(casesOf(gateway.requests).filter((name) => name === "heartbeat")).toHaveLength(3),
  );
  expect(gateway.requests[0]?.message).toMatchObject({
    case: "register",
    value: { workerId: worker.workerId, running: [worker.claim], desktops: 2 },
  });
  gateway.send({ case: "pauseEpisode", value: { ...worker.claim, paused: true } });
  await vi.waitFor(() => expect(worker.received.map((message) => message.case)).toContain("pauseEpisode"));
  expect(worker.loop.send({ case: "episodeRefused", value: { ...worker.claim, reason: "full" } })).toBe(true);
  await vi.waitFor(() => expect(casesOf(gateway.requests)).toContain("episodeRefused"));
  await worker.end();
});

test("when the control plane comes back the worker registers again with what it still does", async () => {
  const first = await startGateway({ heartbeatIntervalMs: 50 });
  const worker = setUp(first.baseUrl);
  await vi.waitFor(() => expect(worker.registrations()).toBe(1));
  await first[Symbol.asyncDispose]();
  await vi.waitFor(() => expect(worker.loop.connected).toBe(false));
  expect(worker.loop.send({ case: "episodeRefused", value: { ...worker.claim, reason: "x" } })).toBe(false);
  await using second = await startGateway({ heartbeatIntervalMs: 50, port: first.port });
  await vi.waitFor(() => expect(worker.registrations()).toBe(2), { timeout: 8_000 });
  expect(second.requests[0]?.message).toMatchObject({ case: "register", value: { running: [worker.claim] } });
  await worker.end();
});

test("a control plane that goes silent without closing counts as gone", async () => {
  await using gateway = await startGateway({ heartbeatIntervalMs: 50, answersHeartbeats: false });
  const worker = setUp(gateway.baseUrl);
  await vi.waitFor(() => expect(worker.registrations()).toBeGreaterThan(1), { timeout: 8_000 });
  expect(worker.lines.map(({ reason }) => reason)).toContain(
    "The control plane does not answer heartbeats any more.",
  );
  await worker.end();
});

test("a worker that was never in and is refused ends with the reason and what to do", async () => {
  await using gateway = await startGateway({
    heartbeatIntervalMs: 50,
    refuse: new AppError("invalid_input", "Another protocol.", { fix: "Update it." }),
  });
  const worker = setUp(gateway.baseUrl);
  expect(await worker.running).toMatchObject({ message: "Another protocol.", fix: "Update it." });
  expect(worker.lines).toMatchObject([
    { level: 50, code: "invalid_input", msg: "the control plane refused this worker: Another protocol." },
  ]);
  expect(gateway.requests).toHaveLength(1);
});

test("a worker that was in goes on trying when it is refused, since the other side may be mended", async () => {
  const first = await startGateway({ heartbeatIntervalMs: 50 });
  const worker = setUp(first.baseUrl);
  await vi.waitFor(() => expect(worker.registrations()).toBe(1));
  await first[Symbol.asyncDispose]();
  await using second = await startGateway({
    heartbeatIntervalMs: 50,
    port: first.port,
    refuse: new AppError("invalid_input", "Another protocol."),
  });
  await vi.waitFor(() => expect(second.requests.length).toBeGreaterThan(1), { timeout: 8_000 });
  await worker.end();
});

test("a worker whose token is revoked ends, also when it was in", async () => {
  await using gateway = await startGateway({ heartbeatIntervalMs: 50 });
  const worker = setUp(gateway.baseUrl);
  await vi.waitFor(() => expect(worker.registrations()).toBe(1));
  gateway.send({ case: "rejected", value: { code: "unauthenticated", message: "Revoked.", fix: "Mint." } });
  expect(await worker.running).toMatchObject({ code: "unauthenticated", message: "Revoked." });
});

test("a wrong token is told as that and ends the worker", async () => {
  await using gateway = await startGateway({ heartbeatIntervalMs: 50 });
  const worker = setUp(gateway.baseUrl, { token: "wrong" });
  expect(await worker.running).toMatchObject({
    code: "unauthenticated",
    message: expect.stringContaining("The token is unknown."),
  });
  expect(gateway.requests).toEqual([]);
});

test("an address where nothing listens is tried again, and told once", async () => {
  const gateway = await startGateway({ heartbeatIntervalMs: 50 });
  await gateway[Symbol.asyncDispose]();
  const worker = setUp(gateway.baseUrl);
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  await worker.end();
  expect(worker.lines).toMatchObject([
    { level: 40, reason: `Nothing listens at 127.0.0.1:${gateway.port}.`, fix: expect.any(String) },
  ]);
});

test("a name that nobody knows is told as that", async () => {
  const worker = setUp("http://no-such-machine.invalid:4401");
  await vi.waitFor(() => expect(worker.lines).toHaveLength(1), { timeout: 8_000 });
  await worker.end();
  expect(worker.lines[0]).toMatchObject({
    reason: "No machine is known by the name no-such-machine.invalid.",
  });
});
