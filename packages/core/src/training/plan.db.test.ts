import { withContext } from "@deskrl/testing/database";
import { beforeEach, describe, expect, it } from "vitest";
import { getRun } from "../runs/get-run.ts";
import { pauseRun } from "../runs/pause-run.ts";
import { resumeRun } from "../runs/resume-run.ts";
import { stopRun } from "../runs/stop-run.ts";
import { ACTOR } from "../testing/fleet.ts";
import {
  clearTraining,
  type LeasedTrainer,
  leaseTrainer,
  playPhase,
  startTraining,
} from "../testing/trainer.ts";
import { advanceTraining } from "./advance-trainings.ts";
import { desirePhase } from "./desire-phase.ts";
import { launchEntropulse } from "./launch-entropulse.ts";
import { setPlan } from "./set-plan.ts";
import { startRl } from "./start-rl.ts";

const fixture = withContext();
beforeEach(() => clearTraining(fixture.ctx));

const kinds = (rows: { kind: string }[]) => rows.map((row) => row.kind);

describe("the automatic plan", () => {
  it("goes from cloning through RL and Entropulse to RL again, each on what the one before learnt", async () => {
    const { ctx } = fixture;
    const { phases, run } = await startTraining(ctx, {
      plan: "automatic",
      settings: { rl: { updates: 10 } },
    });
    const jobs = [];
    for (let turn = 0; turn < 8; turn += 1) {
      const rl = (await phases()).at(-1)?.kind === "rl";
      jobs.push((await playPhase(ctx, { steps: 10, pool: rl ? `pool-${turn}` : null })).job);
    }
    const rows = await phases();
    expect(kinds(rows)).toEqual(["bc", "eval", "rl", "eval", "entropulse", "eval", "rl", "eval"]);
    expect(rows.map((row) => row.startStep)).toEqual([0, 10, 10, 20, 20, 30, 30, 40]);
    expect(jobs[0]).toMatchObject({ previousCheckpoint: null, start: { weights: "fresh" } });
    expect(jobs[2]).toMatchObject({
      previousCheckpoint: `end-${rows[0]?.id}`,
      settings: { updates: 10 },
      start: { weights: "previous", optimiser: "fresh", reference: "fresh" },
      pools: [],
    });
    expect(jobs[4]).toMatchObject({ kind: "entropulse", pools: ["pool-2"] });
    expect(jobs[6]).toMatchObject({
      previousCheckpoint: `end-${rows[4]?.id}`,
      start: { weights: "previous", optimiser: "fresh", reference: "fresh" },
    });
    expect(await getRun(ctx, { id: run.id })).toMatchObject({ state: "finished", stateReason: null });
  });

  it("does not build on a phase that ended short", async () => {
    const { phases, phase, run } = await startTraining(fixture.ctx, { plan: "automatic" });
    const trainer = await leaseTrainer(fixture.ctx);
    await trainer.ready(10);
    await trainer.finished(7);
    await advanceTraining(fixture.ctx);
    expect(await phase()).toMatchObject({
      state: "ended_short",
      stateReason: "Ended short: 7 of 10 planned steps.",
    });
    expect(await phases()).toHaveLength(1);
    expect((await getRun(fixture.ctx, { id: run.id })).stateReason).toContain("ended short of its plan");
  });

  it("is moved once by reconcilers at the same time", async () => {
    const { ctx } = fixture;
    const { phases } = await startTraining(ctx, { plan: "automatic", seeds: [1, 2] });
    const trainer = await leaseTrainer(ctx);
    await trainer.ready(10);
    await trainer.finished(10);
    await Promise.all(Array.from({ length: 6 }, () => advanceTraining(ctx)));
    expect(kinds(await phases()).sort()).toEqual(["bc", "bc", "eval"]);
    expect(await ctx.db.prisma.trainingJob.count({ where: { state: "queued" } })).toBe(2);
  });
});

describe("the manual plan", () => {
  it("clones, does RL and waits for a person", async () => {
    const { phases, run } = await startTraining(fixture.ctx);
    await playPhase(fixture.ctx);
    await playPhase(fixture.ctx);
    expect(kinds(await phases())).toEqual(["bc", "rl"]);
    const waiting = await getRun(fixture.ctx, { id: run.id });
    expect(waiting).toMatchObject({ state: "running", kind: "training" });
    expect(waiting.stateReason).toContain("waits for a person");
  });

  it("becomes the automatic one from where it stands", async () => {
    const { ctx } = fixture;
    const { phases, run } = await startTraining(ctx);
    await playPhase(ctx);
    await setPlan(ctx, { actor: ACTOR, id: run.id, plan: "automatic" });
    await playPhase(ctx);
    await advanceTraining(ctx);
    expect(kinds(await phases())).toEqual(["bc", "rl", "eval"]);
  });
});

describe("launching Entropulse", () => {
  async function createInRl() {
    const training = await startTraining(fixture.ctx);
    await playPhase(fixture.ctx);
    const trainer = await leaseTrainer(fixture.ctx);
    await trainer.ready(100);
    const branchId = (await training.phase()).branchId;
    return { ...training, trainer, branchId };
  }

  it("lets RL finish its iteration, and follows it", async () => {
    const { ctx } = fixture;
    const { trainer, branchId, phase, phases } = await createInRl();
    const asked = await launchEntropulse(ctx, { actor: ACTOR, branchId, settings: { perTask: 4 } });
    expect(asked).toMatchObject({ kind: "entropulse", state: "requested", requestedBy: ACTOR.name });
    expect(await phase(1)).toMatchObject({ state: "finishing", desiredState: "finished" });
    await advanceTraining(ctx);
    expect(await phase(2)).toMatchObject({ state: "requested" });
    await trainer.finished(40, { pool: "pool-1" });
    await advanceTraining(ctx);
    const next = await leaseTrainer(ctx);
    expect(next.job).toMatchObject({
      kind: "entropulse",
      phaseId: asked.id,
      pools: ["pool-1"],
      settings: { perTask: 4 },
    });
    expect(await phase(2)).toMatchObject({ startStep: 50 });
    expect(await phases()).toHaveLength(3);
  });

  it("begins with what the dialog asked for, and so does the RL after it", async () => {
    const { ctx } = fixture;
    const { trainer, branchId } = await createInRl();
    const kept = { weights: "previous", optimiser: "previous", reference: "previous" } as const;
    await launchEntropulse(ctx, { actor: ACTOR, branchId, start: kept });
    const start = {
      weights: "previous",
      optimiser: "fresh",
      reference: "previous",
      data: "previous",
    } as const;
    await startRl(ctx, { actor: ACTOR, branchId, start, settings: { updates: 7 } });
    await trainer.finished(40, { pool: "pool-1" });
    expect((await playPhase(ctx)).job).toMatchObject({ kind: "entropulse", start: kept });
    expect((await leaseTrainer(ctx)).job).toMatchObject({ kind: "rl", start, settings: { updates: 7 } });
  });

  it("twice, also at the same time and after it has begun, is one request", async () => {
    const { ctx } = fixture;
    const { trainer, branchId, phases } = await createInRl();
    const ask = () => launchEntropulse(ctx, { actor: ACTOR, branchId });
    const [first, ...others] = await Promise.all([ask(), ask(), ask()]);
    await trainer.finished(40);
    await advanceTraining(ctx);
    expect(new Set([...others, await ask()].map((one) => one.id))).toEqual(new Set([first?.id]));
    expect(await phases()).toHaveLength(3);
    expect(await ctx.db.prisma.auditEntry.count({ where: { act: "training.entropulse" } })).toBe(1);
  });

  it("can wait for RL to end by itself", async () => {
    const { branchId, phase } = await createInRl();
    await launchEntropulse(fixture.ctx, { actor: ACTOR, branchId, stopRl: false });
    expect(await phase(1)).toMatchObject({ state: "running", desiredState: "running" });
  });

  it("and RL again after it, each asked for while the other waits", async () => {
    const { ctx } = fixture;
    const { trainer, branchId, phases } = await createInRl();
    await launchEntropulse(ctx, { actor: ACTOR, branchId });
    const rl = await startRl(ctx, { actor: ACTOR, branchId });
    expect((await startRl(ctx, { actor: ACTOR, branchId })).id).toBe(rl.id);
    await trainer.finished(40);
    await playPhase(ctx);
    expect((await leaseTrainer(ctx)).job).toMatchObject({ phaseId: rl.id, kind: "rl" });
    expect(kinds(await phases())).toEqual(["bc", "rl", "entropulse", "rl"]);
  });

  it("in a branch that was stopped, or behind a failed phase, is refused", async () => {
    const { ctx } = fixture;
    const { trainer, branchId, phase } = await createInRl();
    await trainer.failed("trainer_diverged");
    const ask = () => launchEntropulse(ctx, { actor: ACTOR, branchId });
    await expect(ask()).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("failed"),
    });
    await desirePhase(ctx, { actor: ACTOR, phaseId: (await phase(1)).id, state: "stopped" });
    await expect(ask()).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("ended"),
    });
    await expect(launchEntropulse(ctx, { actor: ACTOR, branchId: "br_nothing" })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("a run with controls", () => {
  it("takes no phase by hand, which would spoil its comparison", async () => {
    const { run } = await startTraining(fixture.ctx, { controls: true });
    const branch = await fixture.ctx.db.prisma.branch.findFirstOrThrow({ where: { runId: run.id } });
    await expect(launchEntropulse(fixture.ctx, { actor: ACTOR, branchId: branch.id })).rejects.toMatchObject({
      code: "conflict",
      fix: expect.stringContaining("comparison"),
    });
  });

  it("forks each seed at the end of RL 1 into its arms, and carries out all of them", async () => {
    const { ctx } = fixture;
    const { run, phases } = await startTraining(ctx, { controls: true, seeds: [7] });
    for (let turn = 0; turn < 3; turn += 1) await playPhase(ctx, { pool: turn === 2 ? "pool-rl-1" : null });
    const branches = await ctx.db.prisma.branch.findMany({ where: { runId: run.id } });
    expect(branches.map((row) => [row.arm, row.seed, row.forkStep]).sort()).toEqual([
      ["continued", 7, 20],
      ["entropulse", 7, 20],
      ["main", 7, null],
      ["reset", 7, 20],
    ]);
    const main = branches.find((row) => row.arm === "main");
    const rl1 = (await phases()).find((row) => row.kind === "rl" && row.branchId === main?.id);
    const jobs = new Map<string, LeasedTrainer["job"]>();
    for (let turn = 0; turn < 9; turn += 1) {
      const { job } = await playPhase(ctx);
      const row = (await phases()).find((one) => one.id === job.phaseId);
      const arm = branches.find((one) => one.id === row?.branchId)?.arm;
      jobs.set(`${arm} ${row?.ordinal}`, job);
    }
    expect([...jobs.keys()].sort()).toEqual([
      ...["continued 0", "continued 1", "entropulse 0", "entropulse 1", "entropulse 2", "entropulse 3"],
      ...["main 3", "reset 0", "reset 1"],
    ]);
    const previousCheckpoint = `end-${rl1?.id}`;
    expect(jobs.get("continued 0")).toMatchObject({
      kind: "rl",
      previousCheckpoint,
      start: { weights: "previous", optimiser: "previous", reference: "previous" },
    });
    expect(jobs.get("reset 0")).toMatchObject({
      kind: "rl",
      previousCheckpoint,
      start: { weights: "previous", optimiser: "fresh", reference: "fresh" },
    });
    expect(jobs.get("entropulse 0")).toMatchObject({
      kind: "entropulse",
      previousCheckpoint,
      pools: ["pool-rl-1"],
    });
    expect(jobs.get("entropulse 2")?.previousCheckpoint).toBe(`end-${jobs.get("entropulse 0")?.phaseId}`);
    expect(await getRun(ctx, { id: run.id })).toMatchObject({ state: "finished" });
  });
});

describe("a whole run", () => {
  it("is paused when all its phases are, and goes on with all of them", async () => {
    const { ctx } = fixture;
    const { run, phases } = await startTraining(ctx, { seeds: [1, 2] });
    const trainer = await leaseTrainer(ctx);
    await trainer.ready();
    await pauseRun(ctx, { actor: ACTOR, id: run.id });
    await advanceTraining(ctx);
    expect((await phases()).map((row) => row.state).sort()).toEqual(["paused", "pausing"]);
    expect(await getRun(ctx, { id: run.id })).toMatchObject({ state: "running", desiredState: "paused" });
    await trainer.paused(2);
    await advanceTraining(ctx);
    expect(await getRun(ctx, { id: run.id })).toMatchObject({ state: "paused" });
    await resumeRun(ctx, { actor: ACTOR, id: run.id });
    await advanceTraining(ctx);
    expect((await phases()).map((row) => row.state)).toEqual(["starting", "starting"]);
    expect(await getRun(ctx, { id: run.id })).toMatchObject({ state: "running" });
  });

  it("is stopped when the last of its phases is, and starts nothing any more", async () => {
    const { ctx } = fixture;
    const { run, phases } = await startTraining(ctx, { seeds: [1, 2], plan: "automatic" });
    const trainer = await leaseTrainer(ctx);
    await trainer.ready();
    await stopRun(ctx, { actor: ACTOR, id: run.id });
    await advanceTraining(ctx);
    expect(await getRun(ctx, { id: run.id })).toMatchObject({ state: "stopping" });
    await trainer.stopped();
    await advanceTraining(ctx);
    expect(await getRun(ctx, { id: run.id })).toMatchObject({ state: "stopped" });
    expect((await phases()).map((row) => row.state)).toEqual(["stopped", "stopped"]);
    await expect(resumeRun(ctx, { actor: ACTOR, id: run.id })).rejects.toMatchObject({ code: "conflict" });
  });
});
