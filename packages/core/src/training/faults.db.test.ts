import { createDatabase } from "@deskrl/db";
import { withContext } from "@deskrl/testing/database";
import { beforeEach, describe, expect, it } from "vitest";
import { createCoreContext } from "../context.ts";
import { getRun } from "../runs/get-run.ts";
import { ACTOR } from "../testing/fleet.ts";
import { clearTraining, leaseTrainer, startTraining, TRAINER_LEASE_MS } from "../testing/trainer.ts";
import { advanceTraining } from "./advance-trainings.ts";
import { desirePhase } from "./desire-phase.ts";
import { leaseTrainingJob } from "./lease-training-job.ts";
import { reapTrainingJobs } from "./reap-training-jobs.ts";

const fixture = withContext();
beforeEach(() => clearTraining(fixture.ctx));

async function createRunning() {
  const training = await startTraining(fixture.ctx);
  const trainer = await leaseTrainer(fixture.ctx);
  await trainer.ready(10);
  return { ...training, trainer };
}

describe("a job", () => {
  it("goes to one of the workers that ask for it at the same time", async () => {
    await startTraining(fixture.ctx);
    const asked = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        leaseTrainingJob(fixture.ctx, { workerId: `wrk_${index}`, leaseTtlMs: TRAINER_LEASE_MS }),
      ),
    );
    expect(asked.filter((one) => one !== null)).toHaveLength(1);
  });

  it("whose lease runs out is fenced, and the next attempt goes on from the last checkpoint", async () => {
    const { trainer, phase } = await createRunning();
    await trainer.report(5);
    await trainer.checkpoint(4);
    fixture.clock.advance(TRAINER_LEASE_MS - 1_000);
    expect(await trainer.renew()).toEqual({ desiredState: "running", fenced: false });
    fixture.clock.advance(TRAINER_LEASE_MS - 1_000);
    expect(await reapTrainingJobs(fixture.ctx)).toEqual([]);
    fixture.clock.advance(2_000);
    expect(await reapTrainingJobs(fixture.ctx)).toEqual([trainer.lease.jobId]);
    expect(await reapTrainingJobs(fixture.ctx)).toEqual([]);
    expect(await trainer.renew()).toMatchObject({ fenced: true });
    expect(await trainer.report(6)).toBe(false);
    expect(await phase()).toMatchObject({
      state: "starting",
      step: 4,
      attempt: 2,
      stateReason: expect.stringContaining("worker_unavailable"),
    });
    const next = await leaseTrainer(fixture.ctx, "wrk_two");
    expect(next.job).toMatchObject({ attempt: 2, resumeCheckpoint: "checkpoint-4" });
    // A trainer that still prepares is heard, but runs only once it has said what it restored.
    await next.prepares(3, 100);
    expect(await phase()).toMatchObject({ state: "starting", progress: { done: 3, total: 100 } });
    await next.ready(10, 4);
    expect(await phase()).toMatchObject({
      state: "running",
      step: 4,
      stateReason: null,
      restored: { step: 4, optimiser: true },
    });
  });

  it("of a stopped phase whose worker is lost ends with the phase stopped", async () => {
    const { phase, trainer } = await createRunning();
    await desirePhase(fixture.ctx, { actor: ACTOR, phaseId: (await phase()).id, state: "stopped" });
    fixture.clock.advance(TRAINER_LEASE_MS + 1_000);
    expect(await reapTrainingJobs(fixture.ctx)).toEqual([trainer.lease.jobId]);
    expect(await phase()).toMatchObject({ state: "stopped" });
  });

  it("whose worker is lost while a pause was asked for leaves the phase paused at its last checkpoint", async () => {
    const { phase, trainer } = await createRunning();
    await trainer.checkpoint(3);
    await trainer.report(5);
    await desirePhase(fixture.ctx, { actor: ACTOR, phaseId: (await phase()).id, state: "paused" });
    fixture.clock.advance(TRAINER_LEASE_MS + 1_000);
    await reapTrainingJobs(fixture.ctx);
    expect(await phase()).toMatchObject({
      state: "paused",
      step: 3,
      stateReason: expect.stringContaining("goes on from step 3"),
    });
  });
});

describe("a trainer", () => {
  it("that dies is started again three times, and then the phase has failed with its reason", async () => {
    const { phase, trainer, run } = await createRunning();
    await trainer.failed("trainer_failed", "The process ended with code 137.");
    for (let retry = 0; retry < 3; retry += 1) {
      expect(await phase()).toMatchObject({ state: "starting" });
      await (await leaseTrainer(fixture.ctx)).failed("trainer_failed", "The process ended with code 137.");
    }
    await advanceTraining(fixture.ctx);
    const failed = await phase();
    expect(failed).toMatchObject({ state: "failed", attempt: 4 });
    expect(failed.stateReason).toContain("code 137");
    expect(failed.stateReason).toContain("4 attempts in a row made no progress from step 0");
    expect((await getRun(fixture.ctx, { id: run.id })).stateReason).toContain("has failed");

    await desirePhase(fixture.ctx, { actor: ACTOR, phaseId: failed.id, state: "running" });
    expect(await phase()).toMatchObject({ state: "starting", attempt: 5, stateReason: null });
  });

  it("that dies after progress has all its retries again", async () => {
    const { phase, trainer } = await createRunning();
    await trainer.failed("trainer_failed");
    for (const step of [1, 2, 3, 4, 5]) {
      const next = await leaseTrainer(fixture.ctx);
      await next.ready(10, step - 1);
      await next.checkpoint(step);
      await next.failed("trainer_failed");
    }
    expect(await phase()).toMatchObject({ state: "starting", checkpointStep: 5, attempt: 7 });
  });

  it.each([
    ["trainer_diverged", "The loss is NaN at step 7 (policy/loss)."],
    ["checkpoint_invalid", "The checkpoint has 100 of 4,000,000 bytes."],
    ["invalid_input", "The policy has 12 weights instead of 1,000,000."],
  ])("that says %s is not started again by itself", async (code, message) => {
    const { phase, trainer } = await createRunning();
    await trainer.checkpoint(6);
    await trainer.failed(code, message);
    await advanceTraining(fixture.ctx);
    expect(await phase()).toMatchObject({
      state: "failed",
      attempt: 1,
      checkpoint: "checkpoint-6",
      stateReason: `${code}: ${message}`,
    });
    expect(await fixture.ctx.db.prisma.trainingJob.findFirst()).toMatchObject({
      state: "failed",
      error: { code, message },
    });
  });

  it("that failed on a broken checkpoint begins the phase anew when a person resumes it, and says so", async () => {
    const { phase } = await createRunning();
    const { prisma } = fixture.ctx.db;
    await prisma.phase.updateMany({ data: { checkpoint: "broken", checkpointStep: 6 } });
    const { id } = await phase();
    fixture.clock.advance(TRAINER_LEASE_MS + 1_000);
    await reapTrainingJobs(fixture.ctx);
    await (await leaseTrainer(fixture.ctx)).failed("checkpoint_invalid", "Half a file.");
    await desirePhase(fixture.ctx, { actor: ACTOR, phaseId: id, state: "running" });
    expect(await phase()).toMatchObject({
      state: "starting",
      checkpoint: null,
      step: 0,
      stateReason: expect.stringContaining("cannot be read"),
    });
  });

  it("that says nothing for a minute has stalled and is started again, though its worker is well", async () => {
    const { phase, trainer } = await createRunning();
    await trainer.report(2);
    for (let waited = 0; waited < 5; waited += 1) {
      fixture.clock.advance(10_000);
      await trainer.renew();
      expect(await reapTrainingJobs(fixture.ctx)).toEqual([]);
    }
    fixture.clock.advance(11_000);
    await trainer.renew();
    expect(await reapTrainingJobs(fixture.ctx)).toEqual([trainer.lease.jobId]);
    expect(await phase()).toMatchObject({
      state: "starting",
      attempt: 2,
      stateReason: expect.stringContaining("trainer_stalled"),
    });
    expect(await trainer.renew()).toMatchObject({ fenced: true });
  });

  it("that stands still because it is paused has not stalled", async () => {
    const { phase, trainer } = await createRunning();
    await desirePhase(fixture.ctx, { actor: ACTOR, phaseId: (await phase()).id, state: "paused" });
    await trainer.paused(2);
    for (let waited = 0; waited < 30; waited += 1) {
      fixture.clock.advance(10_000);
      await trainer.renew();
      expect(await reapTrainingJobs(fixture.ctx)).toEqual([]);
    }
    expect(await phase()).toMatchObject({ state: "paused" });
  });

  it("that ends unasked has failed", async () => {
    const { phase, trainer } = await createRunning();
    await trainer.stopped();
    expect(await phase()).toMatchObject({ state: "starting", attempt: 2 });
  });
});

it("goes on as if nothing had been when the control plane is replaced by another", async () => {
  const { phase, trainer, run } = await createRunning();
  await desirePhase(fixture.ctx, { actor: ACTOR, phaseId: (await phase()).id, state: "paused" });
  const db = createDatabase({ url: fixture.url });
  try {
    const other = createCoreContext({ ...fixture.ctx, db });
    await advanceTraining(other);
    await trainer.paused(4);
    await advanceTraining(other);
    expect(await getRun(other, { id: run.id })).toMatchObject({ state: "paused" });
    await desirePhase(other, { actor: ACTOR, phaseId: (await phase()).id, state: "running" });
    await trainer.resumed();
    expect(await phase()).toMatchObject({ state: "running", step: 4 });
  } finally {
    await db.close();
  }
});
