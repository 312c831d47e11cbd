import type { TrainerMessage } from "@deskrl/protocol";
import { withContext } from "@deskrl/testing/database";
import { beforeEach, describe, expect, it } from "vitest";
import { exportOsworld, getEpisode, listSteps, type Replayer, readPicture } from "../episodes/index.ts";
import { addGeneratedTasks } from "../suites/add-generated-tasks.ts";
import { clearTraining, leaseTrainer, startTraining, TRAINER_LEASE_MS } from "../testing/trainer.ts";
import { TRAINING_SUITE } from "./create-training.ts";
import { recordReport } from "./record-report.ts";

const fixture = withContext();
beforeEach(() => clearTraining(fixture.ctx));

type Report = Extract<TrainerMessage, { type: "report" }>;

const READY: TrainerMessage = { type: "ready", plannedSteps: 4, restored: null };

function report(n: number, { members = 4, phase = "a" } = {}): Report {
  const episodes = Array.from({ length: members }, (_, member) => ({
    id: `ep_${phase}x${n}x${member}`,
    ...{ taskKey: "task-1", group: 0, member, iteration: n, policyVersion: n, seed: 5 },
    split: "train" as const,
    verdict: (["succeeded", "failed", "invalid"] as const)[member % 3] ?? "failed",
    cause: member % 3 === 2 ? ("guest_error" as const) : null,
    reason: member === 0 ? "nul \u0000 and half \ud83d a pair" : null,
    steps: [0, 1].map((index) => ({
      code: `Agent.click(coordinate=[${index}, 1])`,
      outcome: index === 0 ? ("ok" as const) : ("error" as const),
      result: index === 0 ? "" : "action_failed: nothing changed",
      ...{
        reward: member % 3 === 2 ? null : 1 - index,
        logProb: -0.5,
        entropy: 1.5,
        candidates: 30,
        chosen: 4,
      },
      ...{ api: false, advantage: 0.25 },
    })),
  }));
  const group = {
    iteration: n,
    index: 0,
    taskKey: "task-1",
    size: members,
    reason: null,
    succeeded: 2,
    invalid: 1,
  };
  return {
    ...{ type: "report", report: n, step: n + 1, policyVersion: n + 1, episodes, at: 1_700_000_000_000 + n },
    metrics: { "policy/entropy": 2 - n, "policy/loss": "NaN" },
    groups: [{ ...group, state: "trained", rewardMean: 0.5, rewardStd: 0.5, retries: 1 }],
  };
}

async function leaseOne() {
  const { ctx } = fixture;
  await addGeneratedTasks(ctx, {
    suite: { name: TRAINING_SUITE, title: "Generated", description: "" },
    tasks: [
      {
        domain: "calc",
        definition: { id: "task-1", instruction: "Do it.", evaluator: { func: "exact_match" } },
      },
    ],
  });
  const { run, phase } = await startTraining(ctx);
  const { lease } = await leaseTrainer(ctx);
  const send = (...messages: unknown[]) =>
    recordReport(ctx, { ...lease, leaseTtlMs: TRAINER_LEASE_MS, messages });
  const { prisma } = ctx.db;
  const everything = async () => ({
    episodes: await prisma.episode.findMany({ orderBy: { id: "asc" } }),
    steps: await prisma.step.findMany({ orderBy: [{ episodeId: "asc" }, { index: "asc" }] }),
    groups: await prisma.group.findMany(),
    points: await prisma.metricPoint.findMany({ orderBy: [{ seriesId: "asc" }, { step: "asc" }] }),
    versions: await prisma.policyVersion.findMany({ orderBy: { number: "asc" } }),
    phase: { ...(await phase()), progressAt: null },
  });
  return { run, phase, lease, send, everything };
}

const stored = (hash: string) => ({ path: "/gone", hash, bytes: 3 });
const putCheckpoint = (text: string) => fixture.ctx.blobs.put(Buffer.from(text), "application/octet-stream");

describe("what a trainer reports", () => {
  it("is stored whole: episodes, steps, groups, numbers, versions, and counted on the phase", async () => {
    const { run, send, everything, lease } = await leaseOne();
    const answer = await send(READY, report(0), report(1));
    expect(answer).toEqual({ storedReports: 2, desiredState: "running", fenced: false });
    const { episodes, steps, groups, points, versions, phase } = await everything();
    expect(episodes).toHaveLength(8);
    expect(episodes[0]).toMatchObject({
      ...{ id: "ep_ax0x0", runId: run.id, state: "finished", verdict: "succeeded", score: 1, stepCount: 2 },
      ...{
        policy: "oracle",
        policyVersion: "0",
        iteration: 0,
        group: 0,
        member: 0,
        seed: 5,
        split: "train",
      },
      ...{ workerId: lease.workerId, domain: "calc", taskKey: "task-1", reason: "nul ␀ and half � a pair" },
    });
    expect(episodes[2]).toMatchObject({ verdict: "invalid", score: null, cause: "guest_error" });
    expect(steps).toHaveLength(16);
    expect(steps[1]).toMatchObject({
      ...{ code: "Agent.click(coordinate=[1, 1])", outcome: "error", errorCode: "action_failed", reward: 0 },
      ...{ advantage: 0.25, candidates: 30, chosen: 4, logProb: -0.5, entropy: 1.5, screenshot: null },
    });
    expect(groups).toMatchObject([{ iteration: 0, state: "trained", retries: 1 }, { iteration: 1 }]);
    expect(points.map(({ step, value }) => [step, value])).toEqual([
      [1, 2],
      [2, 1],
      [1, Number.NaN],
      [2, Number.NaN],
    ]);
    expect(versions.map(({ number, step }) => [number, step])).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(phase).toMatchObject({
      ...{ state: "running", step: 2, plannedSteps: 4, episodeCount: 8, stepCount: 16 },
      ...{ succeededCount: 4, failedCount: 2, invalidCount: 2, groupsTrained: 2 },
    });
  });

  it("told again, also concurrently and in pieces, changes nothing and gives the same answer", async () => {
    const { send, everything } = await leaseOne();
    await send(READY, report(0));
    const whole = [READY, report(0), report(1), report(2)];
    const answers = await Promise.all([send(...whole), send(...whole), send(...whole)]);
    for (const answer of answers) expect(answer.storedReports).toBe(3);
    const before = await everything();
    expect(before.phase).toMatchObject({ step: 3, episodeCount: 12, groupsTrained: 3 });
    await send(...whole);
    expect(await everything()).toEqual(before);
  });

  it("after a gap is not taken, and the answer says how far it goes", async () => {
    const { send, everything } = await leaseOne();
    const answer = await send(READY, report(0), report(2), { type: "resumed" });
    expect(answer.storedReports).toBe(1);
    expect((await everything()).episodes).toHaveLength(4);
    expect((await send(report(1), report(2))).storedReports).toBe(3);
  });

  it("is whole or not at all when the process dies before the commit", async () => {
    const { lease, send, everything } = await leaseOne();
    const before = await everything();
    const { ctx } = fixture;
    const dying = {
      ...ctx,
      db: {
        ...ctx.db,
        transaction: ((work) =>
          ctx.db.transaction(async (tx) => {
            await work(tx);
            throw new Error("killed before the commit");
          })) as typeof ctx.db.transaction,
      },
    };
    const messages = [READY, report(0)];
    await expect(recordReport(dying, { ...lease, leaseTtlMs: 1_000, messages })).rejects.toThrow("killed");
    expect(await everything()).toEqual(before);
    expect((await send(...messages)).storedReports).toBe(1);
  });

  it("in the name of another worker, or under an old epoch, is fenced and nothing of it is stored", async () => {
    const { lease, everything } = await leaseOne();
    for (const stale of [{ workerId: "wrk_two" }, { epoch: lease.epoch - 1 }, { jobId: "job_none" }]) {
      const input = { ...lease, ...stale, leaseTtlMs: TRAINER_LEASE_MS, messages: [READY, report(0)] };
      expect(await recordReport(fixture.ctx, input)).toMatchObject({ fenced: true, desiredState: "stopped" });
    }
    expect((await everything()).episodes).toEqual([]);
  });

  it("that cannot be read, or names a task that the suite lacks, is refused in words", async () => {
    const { send, everything } = await leaseOne();
    await expect(send({ type: "report", report: "one" })).rejects.toMatchObject({ code: "invalid_input" });
    const strange = report(0);
    for (const episode of strange.episodes) episode.taskKey = "task-9";
    await expect(send(READY, strange)).rejects.toThrow("no task task-9");
    expect((await everything()).episodes).toEqual([]);
  });
});

describe("a checkpoint", () => {
  it("counts only when its bytes are stored", async () => {
    const { send, phase } = await leaseOne();
    const missing = stored("0".repeat(64));
    await expect(send(READY, { type: "checkpoint", step: 1, report: 1, file: missing })).rejects.toThrow(
      "not stored",
    );
    const hash = await putCheckpoint("one");
    await send(READY, report(0), { type: "checkpoint", step: 1, report: 1, file: stored(hash) });
    expect(await phase()).toMatchObject({ checkpoint: hash, checkpointStep: 1 });
  });

  it("taken in passing is forgotten once a newer one replaced it; one that a pause left is kept", async () => {
    const { send } = await leaseOne();
    const [first, second, third] = [
      await putCheckpoint("a"),
      await putCheckpoint("b"),
      await putCheckpoint("c"),
    ];
    const passing = (hash: string, step: number) => ({
      type: "checkpoint",
      step,
      report: step,
      file: stored(hash),
    });
    await send(READY, report(0), passing(first, 1));
    await send(report(1), { type: "paused", step: 2, report: 2, file: stored(second), reason: "x" });
    expect(await fixture.ctx.blobs.has(first)).toBe(false);
    await send(passing(third, 3));
    expect(await fixture.ctx.blobs.has(second)).toBe(true);
    expect(await fixture.ctx.blobs.has(third)).toBe(true);
  });

  it("is tied to the policy version that a pause or an end left", async () => {
    const { send, phase, everything } = await leaseOne();
    const hash = await putCheckpoint("two");
    await send(READY, report(0), report(1), {
      type: "paused",
      step: 2,
      report: 2,
      file: stored(hash),
      reason: "x",
    });
    expect(await phase()).toMatchObject({ state: "paused", checkpoint: hash, stateReason: "x" });
    expect((await everything()).versions.map(({ checkpoint }) => checkpoint)).toEqual([null, hash]);
  });
});

it("an end that has been stored is answered as over when it is told again", async () => {
  const { send, phase } = await leaseOne();
  const hash = await putCheckpoint("end");
  const end = {
    type: "finished",
    step: 4,
    report: 2,
    file: stored(hash),
    pool: null,
    poolReport: null,
    evaluation: null,
  };
  expect(await send(READY, report(0), report(1), end)).toMatchObject({ fenced: false, storedReports: 2 });
  expect(await send(end)).toMatchObject({ fenced: true });
  expect(await phase()).toMatchObject({ state: "finished", step: 4 });
});

describe("a step that was played", () => {
  const replayer: Replayer = {
    replay: ({ actions }) =>
      actions.map((code, index) => ({
        observation: { ...SEEN, appInfo: `before ${code}` },
        call: { tool: "Agent", method: "click", args: {} },
        points: [{ x: index, y: 1 }],
        outcome: index === 0 ? "ok" : "error",
        result: index === 0 ? "" : "action_failed: nothing changed",
      })),
    drawn: async () => Buffer.from("of no trainer"),
    picture: async ({ taskKey, seed }, index) => Buffer.from(`${taskKey} ${seed} ${index}`),
  };
  const SEEN = {
    ...{
      screenshot: null,
      screen: { width: 1280, height: 720 },
      windows: [],
      foregroundApp: null,
      appInfo: "",
    },
    ...{ accessibility: [], accessibilityTruncated: false, previousResult: "" },
  };

  it("is listed and exported with what was seen, which is drawn again, and a picture by name", async () => {
    const { send } = await leaseOne();
    await send(READY, report(0));
    const ctx = { ...fixture.ctx, replayer };
    const { items } = await listSteps(ctx, { episodeId: "ep_ax0x0" });
    expect(items).toMatchObject([
      {
        index: 0,
        code: "Agent.click(coordinate=[0, 1])",
        reward: 1,
        call: { tool: "Agent" },
        points: [{ x: 0, y: 1 }],
      },
      {
        index: 1,
        observation: { appInfo: "before Agent.click(coordinate=[1, 1])", screenshot: "ep_ax0x0.1" },
      },
    ]);
    const { finalScreenshot } = await getEpisode(ctx, { id: "ep_ax0x0" });
    expect(finalScreenshot).toBe("ep_ax0x0.2");
    expect(Buffer.from(await readPicture(ctx, "ep_ax0x0.2")).toString()).toBe("task-1 5 2");
    const paths: string[] = [];
    for await (const file of exportOsworld(ctx, { episodeIds: ["ep_ax0x0"] })) paths.push(file.path);
    expect(paths.filter((path) => path.endsWith(".png"))).toHaveLength(2);
    await expect(readPicture(ctx, "ep_none.0")).rejects.toMatchObject({ code: "not_found" });
  });

  it("that comes out differently when it is played again is shown as it was kept, without a picture", async () => {
    const { send } = await leaseOne();
    await send(READY, report(0));
    const changed: Replayer = {
      ...replayer,
      replay: (kept) => replayer.replay(kept).map((step) => ({ ...step, result: "something else" })),
    };
    const { items } = await listSteps({ ...fixture.ctx, replayer: changed }, { episodeId: "ep_ax0x0" });
    expect(items[1]).toMatchObject({
      outcome: "error",
      result: "action_failed: nothing changed",
      observation: { screenshot: null },
    });
  });
});
