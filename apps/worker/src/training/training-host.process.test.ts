import { join } from "node:path";
import type { TrainerJob } from "@deskrl/protocol";
import { afterEach, describe, expect, test, vi } from "vitest";
import { MemoryTrainingGateway } from "../testing/memory-training-gateway.ts";
import { hashOf } from "../testing/records.ts";
import { temporaryDirectory } from "../testing/temporary-directory.ts";
import { createTestLog } from "../testing/test-log.ts";
import { testTrainer } from "../testing/trainer-programs.ts";
import { TrainingHost } from "./training-host.ts";

const SLOW = { timeout: 60_000, interval: 50 };
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

function job(settings: TrainerJob["settings"], more: Partial<TrainerJob> = {}): TrainerJob {
  return {
    ...{ version: 1, jobId: "job_1", runId: "run_1", phaseId: "ph_1", attempt: 1, kind: "rl", seed: 7 },
    start: { weights: "fresh", optimiser: "fresh", reference: "fresh" },
    suite: { seed: 1, trainTasks: 8, heldOutTasks: 8 },
    ...{ actionSpace: "api-gui", invalidLimit: 1, previousCheckpoint: null, resumeCheckpoint: null },
    ...{ pools: [], policyVersion: 0, folder: "", settings, ...more },
  };
}

async function host(options: { args?: string[]; stallMs?: number; keepPausedMs?: number } = {}) {
  const gateway = new MemoryTrainingGateway();
  const { args = [], stallMs = 30_000, keepPausedMs = 60_000 } = options;
  const root = join(await temporaryDirectory(), "training");
  const { log } = createTestLog();
  const program = testTrainer(...args);
  const training = new TrainingHost({ trainers: 1, gateway, program, root, log, stallMs, keepPausedMs });
  const ended = new AbortController();
  const running = training.run(ended.signal);
  const stop = async () => {
    await training.stop(5_000);
    ended.abort();
    await running;
  };
  stops.push(stop);
  const idle = () => vi.waitFor(() => expect(training.jobs).toEqual([]), SLOW);
  return { gateway, training, stop, idle };
}

describe("a trainer", { timeout: 90_000 }, () => {
  test("is carried from its lease to its end, and what it names is stored before it is named", async () => {
    const { gateway, idle } = await host();
    gateway.failures = 3;
    gateway.queue.push(job({ updates: 6 }));
    await vi.waitFor(() => expect(gateway.last("finished")).toBeDefined(), SLOW);
    await idle();
    expect(gateway.reports().map((message) => message.type === "report" && message.report)).toEqual([
      0, 1, 2, 3, 4, 5,
    ]);
    const { file, pool } = gateway.last("finished") ?? {};
    expect(hashOf(gateway.blobs.get(file?.hash ?? "") ?? new Uint8Array())).toBe(file?.hash);
    expect(gateway.blobs.has(pool?.hash ?? "")).toBe(true);
  });

  test("goes on from a checkpoint that is fetched by its hash", async () => {
    const first = await host();
    first.gateway.queue.push(job({ updates: 100, unitMs: 50 }));
    await vi.waitFor(() => expect(first.gateway.reports()).not.toEqual([]), SLOW);
    first.gateway.desiredState = "paused";
    await vi.waitFor(() => expect(first.gateway.last("paused")).toBeDefined(), SLOW);
    const { file, step } = first.gateway.last("paused") ?? { file: { hash: "" }, step: -1 };
    const second = await host();
    for (const [hash, bytes] of first.gateway.blobs) second.gateway.blobs.set(hash, bytes);
    second.gateway.queue.push(job({ updates: 100, unitMs: 1 }, { attempt: 2, resumeCheckpoint: file.hash }));
    await vi.waitFor(() => expect(second.gateway.last("finished")).toBeDefined(), SLOW);
    expect(second.gateway.last("ready")?.restored).toMatchObject({ step });
  });

  test.each([
    ["die", "trainer_failed", "exit code 3"],
    ["garbage", "trainer_failed", "no message of its protocol: Epoch 1/3"],
    ["diverge", "trainer_diverged", "gradient of step 3 is NaN"],
    ["hang", "trainer_stalled", "said nothing for"],
    ["spin", "trainer_stalled", "said nothing for"],
  ])("that should %s is ended and told of as %s, and nothing of it is left", async (fault, code, text) => {
    const { gateway, idle, training } = await host({ stallMs: 4_000 });
    gateway.queue.push(job({ updates: 6, fault }));
    await vi.waitFor(() => expect(training.jobs[0]?.pid).toBeDefined(), SLOW);
    const pid = training.jobs[0]?.pid ?? 0;
    await vi.waitFor(() => expect(gateway.last("failed")).toBeDefined(), SLOW);
    expect(gateway.last("failed")).toMatchObject({ code, message: expect.stringContaining(text) });
    expect(gateway.reports().length).toBeLessThanOrEqual(4);
    await idle();
    expect(() => process.kill(pid, 0)).toThrow();
  });

  test("whose policy has another shape than it began with fails before that is taken for a checkpoint", async () => {
    const { gateway, idle } = await host();
    gateway.queue.push(job({ updates: 3, fault: "shape", faultAt: 3 }));
    await vi.waitFor(() => expect(gateway.last("failed")).toBeDefined(), SLOW);
    expect(gateway.last("failed")).toMatchObject({
      code: "checkpoint_invalid",
      message: expect.stringContaining("3 weights"),
    });
    expect(gateway.blobs.size).toBe(0);
    await idle();
  });

  test("whose checkpoint is cut short on the disk fails, and the bytes go nowhere", async () => {
    const { gateway, idle, training } = await host({ args: ["cut"] });
    gateway.queue.push(job({ updates: 1_000, unitMs: 20 }));
    await vi.waitFor(() => expect(gateway.reports()).not.toEqual([]), SLOW);
    await training.stop(5_000);
    expect(gateway.last("failed")).toMatchObject({
      code: "trainer_failed",
      message: expect.stringContaining("on the disk"),
    });
    expect(gateway.blobs.size).toBe(0);
    await idle();
  });

  test("that reports a number that is none is stored with that", async () => {
    const { gateway } = await host();
    gateway.queue.push(job({ updates: 5, fault: "nan" }));
    await vi.waitFor(() => expect(gateway.last("finished")).toBeDefined(), SLOW);
    const values = gateway
      .reports()
      .map((message) => message.type === "report" && message.metrics["policy/entropy"]);
    expect(values.filter((value) => value === "NaN")).toHaveLength(1);
  });
});

describe("a job", { timeout: 90_000 }, () => {
  test("that is fenced ends at once without another word", async () => {
    const { gateway, idle, training } = await host();
    gateway.queue.push(job({ updates: 1_000, unitMs: 20 }));
    await vi.waitFor(() => expect(gateway.reports()).not.toEqual([]), SLOW);
    const pid = training.jobs[0]?.pid ?? 0;
    gateway.fenced = true;
    await idle();
    const said = gateway.stored.length;
    expect(() => process.kill(pid, 0)).toThrow();
    expect(gateway.stored).toHaveLength(said);
  });

  test("is saved and given back when the worker is stopped", async () => {
    const { gateway, stop } = await host();
    gateway.queue.push(job({ updates: 1_000, unitMs: 20 }));
    await vi.waitFor(() => expect(gateway.reports()).not.toEqual([]), SLOW);
    await stop();
    const { file } = gateway.last("checkpoint") ?? {};
    expect(gateway.blobs.has(file?.hash ?? "")).toBe(true);
    expect(gateway.stored.at(-1)).toMatchObject({ type: "failed", code: "worker_unavailable" });
  });

  test("that is paused takes no place, keeps its lease, goes on when asked, and is let go after a while", async () => {
    const { gateway, training } = await host({ keepPausedMs: 6_000 });
    gateway.queue.push(job({ updates: 1_000, unitMs: 20 }));
    await vi.waitFor(() => expect(gateway.reports()).not.toEqual([]), SLOW);
    gateway.desiredState = "paused";
    await vi.waitFor(() => expect(training.jobs[0]?.paused).toBe(true), SLOW);
    await vi.waitFor(() => expect(gateway.renewals).toBeGreaterThan(0), SLOW);
    gateway.desiredState = "running";
    await vi.waitFor(() => expect(gateway.last("resumed")).toBeDefined(), SLOW);
    gateway.desiredState = "paused";
    await vi.waitFor(() => expect(gateway.last("failed")).toBeDefined(), SLOW);
    expect(gateway.last("failed")).toMatchObject({
      code: "worker_unavailable",
      message: expect.stringContaining("memory"),
    });
    expect(gateway.stored.filter(({ type }) => type === "paused")).toHaveLength(2);
  });
});
