import { createHash } from "node:crypto";
import { Code, ConnectError } from "@connectrpc/connect";
import { getEnvironment, getEpisode, listSteps } from "@deskrl/core";
import type { EpisodeResult } from "@deskrl/domain";
import { EpisodeAssignment } from "@deskrl/protocol";
import type { AssignEpisode } from "@deskrl/protocol/worker-gateway";
import { buildStep } from "@deskrl/testing";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type ControlPlaneResource, controlPlaneResource } from "../testing/control-plane-resource.ts";
import { eventually } from "../testing/eventually.ts";
import type { WorkerStub } from "../testing/worker-stub.ts";

let cp: ControlPlaneResource;
beforeAll(async () => {
  cp = await controlPlaneResource();
});
afterEach(() => cp.clear());
afterAll(() => cp.stop());

const SUCCEEDED: EpisodeResult = { verdict: "succeeded", score: 1, cause: null, reason: "It is as asked." };

const startRun = (episodes = 1) =>
  cp.program.run.create.mutate({ suite: "small", policy: "oracle", episodes, desktops: episodes });

/** The journal of an episode of two steps, as the wire carries it. */
function journalOf({ episodeId, epoch }: AssignEpisode, result: EpisodeResult = SUCCEEDED) {
  const at = new Date();
  const steps = [0, 1].map((index) => buildStep({ episodeId, index }));
  const records = [
    { kind: "state", state: "acting", at },
    ...steps.map((step) => ({ kind: "step", step })),
    { kind: "finished", result, finalScreenshot: null, at },
  ];
  return records.map((record, index) => ({ episodeId, epoch, index, recordJson: JSON.stringify(record) }));
}

async function readyWorker(
  options: Parameters<ControlPlaneResource["startWorker"]>[0] = {},
): Promise<WorkerStub> {
  const worker = await cp.startWorker(options);
  const { environments } = await worker.take("desiredEnvironments");
  for (const { environmentId } of environments) {
    worker.report(environmentId, "starting");
    worker.report(environmentId, "ready");
  }
  return worker;
}

describe("reports of desktops", () => {
  test("a thousand at once are written together, the last word of each, and no heartbeat waits for them", async () => {
    const before = await cp.core.db.prisma.event.count();
    const worker = await cp.startWorker({ desktops: 1_000, heartbeatMs: 50 });
    const { environments } = await worker.take("desiredEnvironments");
    for (const { environmentId } of environments)
      for (const state of ["starting", "ready"]) worker.report(environmentId, state);
    worker.report(environments[7]?.environmentId ?? "", "dreaming");
    await worker.take("heartbeatAck");
    const ready = () => cp.core.db.prisma.environment.count({ where: { state: "ready" } });
    await eventually(async () => (await ready()) === 1_000);
    // Stages, not reports: how many there are depends on how the two sides take turns, but it is far from 2,000.
    const events = await cp.core.db.prisma.event.groupBy({
      by: ["at"],
      where: { type: "environment:changed" },
      _count: true,
    });
    expect(events.length).toBeLessThan(200);
    expect(await cp.core.db.prisma.event.count()).toBeLessThan(before + 3_100);
  });
});

describe("a worker is taken in", () => {
  test("with its number of desktops to keep, and its state is seen by people", async () => {
    const worker = await cp.startWorker({ desktops: 3 });
    const { heartbeatIntervalMs, leaseTtlMs } = await worker.take("registered");
    expect({ heartbeatIntervalMs, leaseTtlMs }).toEqual({ heartbeatIntervalMs: 500, leaseTtlMs: 5_000 });
    const { environments } = await worker.take("desiredEnvironments");
    expect(environments).toHaveLength(3);
    expect(JSON.parse(environments[0]?.templateJson ?? "")).toMatchObject({ provider: "docker" });
    const status = await cp.program.system.status.query();
    expect(status).toMatchObject({ desktops: { desired: 3, ready: 0 }, engineProblem: null });
    expect(status.workers[0]).toMatchObject({ id: worker.workerId, state: "online" });
  });

  test("not with a wrong token, and the message says which one is needed", async () => {
    const worker = await cp.startWorker({ token: "wrong" });
    const error = await worker.ended;
    expect(error).toBeInstanceOf(ConnectError);
    expect(error).toMatchObject({ code: Code.Unauthenticated });
    expect(String(error)).toContain("DESKRL_WORKER_TOKEN");
  });

  test("not with an operator's token", async () => {
    const worker = await cp.startWorker({ token: cp.tokens.operator });
    expect(String(await worker.ended)).toContain("scope operator, not worker");
  });

  test("not with another version of the protocol: it is told so and the stream ends", async () => {
    const worker = await cp.startWorker({ register: { protocolVersion: 99 } });
    const rejected = await worker.take("rejected");
    expect(rejected.message).toContain("version 99");
    expect(rejected.fix).toBeTruthy();
    expect(await worker.ended).toBeNull();
  });

  test("a second connection of the same worker replaces the first, which is told so", async () => {
    const register = { instanceSecret: "secret of the folder" };
    const first = await cp.startWorker({ register });
    await first.take("registered");
    const second = await cp.startWorker({ workerId: first.workerId, register });
    await second.take("registered");
    expect(await first.take("rejected")).toMatchObject({
      code: "fenced",
      fix: expect.stringContaining("copied"),
    });
    expect(await first.ended).toBeNull();
    await second.take("heartbeatAck");
    expect(second.environmentIds).toEqual(first.environmentIds);
  });

  test("another machine with the same id is turned away, and the first goes on", async () => {
    const first = await cp.startWorker({ register: { instanceSecret: "one" } });
    await first.take("registered");
    const second = await cp.startWorker({ workerId: first.workerId, register: { instanceSecret: "two" } });
    expect(await second.take("rejected")).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("with another secret"),
      fix: expect.stringContaining("worker-id"),
    });
    await first.take("heartbeatAck");
    const { state } = (await cp.program.worker.list.query({})).items[0] ?? {};
    expect(state).toBe("online");
  });

  test("not any more once its token is revoked: it is cut off and told why", async () => {
    const { id, token } = await cp.program.worker.createToken.mutate({ name: "rack" });
    const worker = await cp.startWorker({ token });
    await worker.take("registered");
    await cp.program.worker.revokeToken.mutate({ id });
    expect(await worker.take("rejected")).toMatchObject({ code: "unauthenticated" });
    expect(await worker.ended).toBeNull();
    const audit = await (await cp.signIn()).api.audit.list.query({});
    expect(audit.items.filter(({ subjectId }) => subjectId === id).map(({ act }) => act)).toEqual([
      "token.revoke",
      "token.create",
    ]);
  });

  test("with a clock that is ten minutes off: it is shown, and the worker is as alive as any", async () => {
    const off = 600_000;
    const worker = await cp.startWorker({
      register: { sentAtMs: BigInt(Date.now() - off) },
      clockOffsetMs: -off,
    });
    await worker.take("heartbeatAck");
    const [row] = (await cp.program.worker.list.query({})).items;
    expect(row?.state).toBe("online");
    expect(Math.round((row?.clockSkewMs ?? 0) / 60_000)).toBe(-10);
    expect(Math.abs((row?.heartbeatAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
  });
});

test("a drained worker is told to keep nothing; once it holds nothing it can be removed, and is told so", async () => {
  const worker = await readyWorker({ desktops: 2 });
  const { workerId: id, environmentIds } = worker;
  const held = [...environmentIds];
  await cp.program.worker.setState.mutate({ id, state: "drained" });
  await worker.take("desiredEnvironments", ({ environments }) => environments.length === 0);
  await expect(cp.program.worker.remove.mutate({ id })).rejects.toThrow("not drained");
  for (const environmentId of held) worker.report(environmentId, "stopped");
  await eventually(async () => {
    const [row] = (await cp.program.worker.list.query({})).items;
    return row?.desktopsHeld === 0;
  });
  await cp.program.worker.remove.mutate({ id });
  expect(await worker.take("rejected")).toMatchObject({
    code: "fenced",
    message: expect.stringContaining("removed"),
  });
  expect(await worker.ended).toBeNull();
  expect((await cp.program.worker.list.query({})).items).toEqual([]);
});

test("a recycle reaches the worker as a larger count in the set it is to keep", async () => {
  const worker = await readyWorker({ desktops: 2 });
  const [id = ""] = worker.environmentIds;
  await cp.program.environment.recycle.mutate({ id });
  const { environments } = await worker.take("desiredEnvironments");
  expect(environments.find(({ environmentId }) => environmentId === id)?.recycleCount).toBe(1);
  expect(environments).toHaveLength(2);
});

describe("an episode", () => {
  test("goes to a ready desktop, its journal comes in over gRPC, and the run is finished", async () => {
    const worker = await readyWorker();
    const run = await startRun();
    const assigned = await worker.take("assignEpisode");
    const assignment = EpisodeAssignment.parse(JSON.parse(assigned.assignmentJson));
    expect(assignment).toMatchObject({
      policy: "oracle",
      solution: { oracle: ["Agent.exit(success=False)"] },
    });
    expect(Buffer.from(assignment.files[0]?.base64 ?? "", "base64").toString()).toBe("input");
    const entries = journalOf(assigned);
    const { workerId } = worker;
    const half = await worker.client.ingest({ workerId, entries: entries.slice(0, 2) });
    expect(half.stored).toEqual({ [assigned.episodeId]: 2 });
    const whole = await worker.client.ingest({ workerId, entries });
    expect(whole.stored).toEqual({ [assigned.episodeId]: entries.length });
    const episode = await getEpisode(cp.core, { id: assigned.episodeId });
    expect(episode).toMatchObject({ state: "finished", verdict: "succeeded", score: 1, stepCount: 2 });
    const steps = await listSteps(cp.core, { episodeId: assigned.episodeId });
    expect(steps.items.map(({ reward }) => reward)).toEqual([1, 1]);
    await eventually(async () => (await cp.program.run.byId.query({ id: run.id })).state === "finished");
  });

  test("is never given to a worker that is not connected, however ready its desktops look", async () => {
    const gone = await readyWorker({ desktops: 2 });
    await eventually(async () => (await cp.program.system.status.query()).desktops.ready === 2);
    gone.kill();
    await gone.ended;
    await startRun();
    const worker = await readyWorker();
    expect(await worker.take("assignEpisode")).toMatchObject({ epoch: 1n });
  });

  test("that the worker refuses is queued and handed out again under a new epoch", async () => {
    const worker = await readyWorker();
    await startRun();
    const first = await worker.take("assignEpisode");
    const { episodeId, epoch } = first;
    worker.send({ case: "episodeRefused", value: { episodeId, epoch, reason: "the desktop is gone" } });
    const second = await worker.take("assignEpisode", (value) => value.epoch > epoch);
    expect(second.episodeId).toBe(episodeId);
  });

  test("of a stopped run is cancelled at its worker", async () => {
    const worker = await readyWorker();
    const run = await startRun();
    const { episodeId, epoch } = await worker.take("assignEpisode");
    await cp.program.run.stop.mutate({ id: run.id });
    expect(await worker.take("cancelEpisode")).toMatchObject({ episodeId, epoch });
  });

  test("is held while a person drives its desktop and goes on afterwards", async () => {
    const worker = await readyWorker();
    await startRun();
    const { episodeId, environmentId } = await worker.take("assignEpisode");
    await cp.program.environment.takeControl.mutate({ id: environmentId });
    const held = await worker.take("pauseEpisode", ({ paused }) => paused);
    expect(held.episodeId).toBe(episodeId);
    await cp.program.environment.giveBack.mutate({ id: environmentId });
    const released = await worker.take("pauseEpisode", ({ paused }) => !paused);
    expect(released.episodeId).toBe(episodeId);
  });
});

describe("when a worker is killed", () => {
  test("its episode is invalid with the worker as the cause and is tried again elsewhere", async () => {
    const lost = await readyWorker();
    await startRun();
    const { episodeId } = await lost.take("assignEpisode");
    lost.kill();
    const other = await readyWorker();
    const retried = await other.take("assignEpisode");
    expect(retried.episodeId).not.toBe(episodeId);
    expect(await getEpisode(cp.core, { id: episodeId })).toMatchObject({
      verdict: "invalid",
      cause: "worker_lost",
      superseded: true,
    });
  });

  test("and comes back with what it left unfinished, that ends at once and its journal is kept", async () => {
    const lost = await readyWorker();
    await startRun();
    const assigned = await lost.take("assignEpisode");
    lost.kill();
    const { episodeId, epoch } = assigned;
    const again = await cp.startWorker({
      workerId: lost.workerId,
      register: { abandoned: [{ episodeId, epoch }] },
    });
    await again.take("registered");
    expect(await getEpisode(cp.core, { id: episodeId })).toMatchObject({
      verdict: "invalid",
      cause: "worker_lost",
    });
    const { stored } = await again.client.ingest({ workerId: again.workerId, entries: journalOf(assigned) });
    expect(stored[episodeId]).toBe(4);
    expect(await getEpisode(cp.core, { id: episodeId })).toMatchObject({ verdict: "invalid", stepCount: 2 });
  });

  test("and reconnects while it still acts, its claim is renewed and nothing is lost", async () => {
    const worker = await readyWorker();
    await startRun();
    const assigned = await worker.take("assignEpisode");
    const { episodeId, epoch } = assigned;
    worker.kill();
    const running = () => [{ episodeId, epoch }];
    const again = await cp.startWorker({
      workerId: worker.workerId,
      register: { running: running() },
      running,
    });
    const { fenced } = await again.take("heartbeatAck");
    expect(fenced).toEqual([]);
    await again.client.ingest({ workerId: again.workerId, entries: journalOf(assigned) });
    expect(await getEpisode(cp.core, { id: episodeId })).toMatchObject({ verdict: "succeeded" });
  });
});

describe("when the control plane is restarted", () => {
  test("a worker that survived claims its episode before anything reaps it, and finishes it", async () => {
    const worker = await readyWorker();
    await startRun();
    const assigned = await worker.take("assignEpisode");
    const { episodeId, epoch } = assigned;
    await cp.core.db.prisma.episode.update({
      where: { id: episodeId },
      data: { leaseExpiresAt: new Date(Date.now() - 60_000) },
    });
    worker.kill();
    await cp.restart();
    const running = () => [{ episodeId, epoch }];
    const again = await cp.startWorker({
      workerId: worker.workerId,
      register: { running: running() },
      running,
    });
    await again.take("registered");
    expect(await again.take("pauseEpisode")).toMatchObject({ episodeId, paused: false });
    await again.client.ingest({ workerId: again.workerId, entries: journalOf(assigned) });
    expect(await getEpisode(cp.core, { id: episodeId })).toMatchObject({ verdict: "succeeded" });
  });
});

describe("a claim under an old epoch", () => {
  test("is fenced in the answer to its heartbeat", async () => {
    const worker = await readyWorker();
    await startRun();
    const { episodeId, epoch } = await worker.take("assignEpisode");
    const stale = { episodeId, epoch: epoch - 1n };
    worker.send({ case: "heartbeat", value: { sentAtMs: 1n, running: [stale], factsJson: "" } });
    const { fenced } = await worker.take("heartbeatAck", ({ sentAtMs }) => sentAtMs === 1n);
    expect(fenced).toMatchObject([stale]);
  });
});

describe("blobs of a worker", () => {
  test("are stored under their hash, and refused under another", async () => {
    const worker = await cp.startWorker();
    const data = Buffer.from("picture");
    const hash = createHash("sha256").update(data).digest("hex");
    await worker.client.putBlob({ hash, mediaType: "image/png", data });
    expect(Buffer.from(await cp.core.blobs.get(hash)).toString()).toBe("picture");
    const wrong = worker.client.putBlob({ hash: "0".repeat(64), mediaType: "image/png", data });
    await expect(wrong).rejects.toMatchObject({ code: Code.InvalidArgument });
  });
});

describe("a clipboard", () => {
  test("is read through the worker, and written only by who drives the desktop", async () => {
    const worker = await readyWorker();
    const [id = ""] = worker.environmentIds;
    await eventually(async () => (await getEnvironment(cp.core, { id })).state === "ready");
    const read = cp.program.environment.clipboardRead.mutate({ id });
    const { commandId, commandJson } = await worker.take("command");
    expect(JSON.parse(commandJson)).toEqual({ kind: "clipboard.read" });
    worker.send({ case: "commandResult", value: { commandId, errorJson: "", resultJson: '{"text":"é🙂"}' } });
    expect(await read).toEqual({ text: "é🙂" });
    const write = () => cp.program.environment.clipboardWrite.mutate({ id, text: "x" });
    await expect(write()).rejects.toThrow("drives a desktop");
    await cp.program.environment.takeControl.mutate({ id });
    const written = write();
    const command = await worker.take("command");
    worker.send({ case: "commandResult", value: { commandId: command.commandId, resultJson: "{}" } });
    await written;
    const audit = await cp.program.audit.list.query({ subjectId: id });
    expect(audit.items.map(({ act }) => act)).toContain("environment.clipboard-write");
  });

  test("fails with the desktop's own words, and at once when the worker goes", async () => {
    const worker = await readyWorker();
    const [id = ""] = worker.environmentIds;
    const first = cp.program.environment.clipboardRead.mutate({ id });
    const { commandId } = await worker.take("command");
    const error = { code: "guest_unreachable", message: "The guest does not answer.", fix: "Recycle it." };
    worker.send({ case: "commandResult", value: { commandId, errorJson: JSON.stringify(error) } });
    await expect(first).rejects.toThrow("The guest does not answer.");
    const second = cp.program.environment.clipboardRead.mutate({ id });
    await worker.take("command");
    worker.kill();
    await expect(second).rejects.toThrow("not connected");
  });
});
