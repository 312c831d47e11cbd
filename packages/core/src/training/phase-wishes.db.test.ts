import { PhaseDesiredState, PhaseState } from "@deskrl/domain";
import { withContext } from "@deskrl/testing/database";
import { beforeEach, describe, expect, it } from "vitest";
import { ACTOR } from "../testing/fleet.ts";
import { clearTraining, leaseTrainer, startTraining } from "../testing/trainer.ts";
import { advanceTraining } from "./advance-trainings.ts";
import { desirePhase } from "./desire-phase.ts";

const fixture = withContext();
beforeEach(() => clearTraining(fixture.ctx));

/** A training run whose first phase runs at a trainer. */
async function createRunning() {
  const { ctx } = fixture;
  const training = await startTraining(ctx);
  const trainer = await leaseTrainer(ctx);
  await trainer.ready(10);
  await trainer.report(3);
  const { id } = await training.phase();
  return {
    ...training,
    trainer,
    id,
    want: (state: PhaseDesiredState) => desirePhase(ctx, { actor: ACTOR, phaseId: id, state }),
  };
}

describe("a pause", () => {
  it("is acknowledged by the trainer with its checkpoint, and goes on in the same attempt", async () => {
    const { want, trainer, phase } = await createRunning();
    expect(await want("paused")).toMatchObject({
      state: "pausing",
      desiredState: "paused",
      requestedBy: ACTOR.name,
      acknowledgedAt: null,
    });
    expect(await trainer.renew()).toEqual({ desiredState: "paused", fenced: false });
    await trainer.report(4);
    expect(await phase()).toMatchObject({ state: "pausing", step: 4 });
    fixture.clock.advance(1_000);
    await trainer.paused(4);
    const paused = await phase();
    expect(paused).toMatchObject({ state: "paused", step: 4, checkpoint: "checkpoint-4", checkpointStep: 4 });
    expect(paused.acknowledgedAt).toEqual(fixture.ctx.clock());

    expect(await want("running")).toMatchObject({ state: "starting", acknowledgedAt: null });
    await trainer.resumed();
    await trainer.report(5);
    expect(await phase()).toMatchObject({ state: "running", step: 5, attempt: 1 });
    const spans = await fixture.ctx.db.prisma.phaseSpan.findMany({ orderBy: { number: "asc" } });
    expect(spans).toMatchObject([
      { number: 1, attempt: 1, fromStep: 0, toStep: 4, endedBy: "paused" },
      { number: 2, attempt: 1, fromStep: 4, toAt: null },
    ]);
  });

  it("asked twice is one pause, with one entry in the audit log", async () => {
    const { want, id } = await createRunning();
    const first = await want("paused");
    fixture.clock.advance(5_000);
    expect(await want("paused")).toEqual(first);
    const acts = await fixture.ctx.db.prisma.auditEntry.findMany({ where: { subjectId: id } });
    expect(acts.map((entry) => entry.act)).toEqual(["phase.pause"]);
  });

  it("asked by two people at the same time is one pause", async () => {
    const { want, id } = await createRunning();
    await Promise.all([want("paused"), want("paused"), want("paused")]);
    expect(await fixture.ctx.db.prisma.auditEntry.count({ where: { subjectId: id } })).toBe(1);
  });

  it("taken back before the trainer heard of it is acknowledged by its next report", async () => {
    const { want, trainer, phase } = await createRunning();
    await want("paused");
    await want("running");
    expect(await phase()).toMatchObject({ state: "starting", desiredState: "running" });
    await trainer.report(4);
    expect(await phase()).toMatchObject({ state: "running", attempt: 1 });
  });

  it("taken back while the trainer was about to pause ends with the trainer going on", async () => {
    const { want, trainer, phase } = await createRunning();
    await want("paused");
    await want("running");
    await trainer.paused(4);
    expect(await phase()).toMatchObject({ state: "starting", desiredState: "running" });
    await trainer.resumed();
    expect(await phase()).toMatchObject({ state: "running", checkpointStep: 4 });
  });

  it("of a phase whose trainer has not been leased is acknowledged at once, and resumed with a new attempt", async () => {
    const training = await startTraining(fixture.ctx);
    const { id } = await training.phase();
    const paused = await desirePhase(fixture.ctx, { actor: ACTOR, phaseId: id, state: "paused" });
    expect(paused.state).toBe("paused");
    expect(paused.acknowledgedAt).not.toBeNull();
    await advanceTraining(fixture.ctx);
    await expect(leaseTrainer(fixture.ctx)).rejects.toMatchObject({ code: "not_found" });
    await desirePhase(fixture.ctx, { actor: ACTOR, phaseId: id, state: "running" });
    await advanceTraining(fixture.ctx);
    expect((await leaseTrainer(fixture.ctx)).job.attempt).toBe(2);
  });

  it("that the trainer makes itself says why, and is not undone by the reconciler", async () => {
    const { trainer, phase } = await createRunning();
    await trainer.paused(4, "invalid_fraction");
    await advanceTraining(fixture.ctx);
    expect(await phase()).toMatchObject({
      state: "paused",
      desiredState: "paused",
      requestedBy: "the trainer",
      stateReason: expect.stringContaining("More than 20 % of the last iteration's episodes were invalid"),
    });
  });
});

describe("a stop", () => {
  it("during a pause wins, whichever the trainer hears first", async () => {
    const { want, trainer, phase } = await createRunning();
    await want("paused");
    expect(await want("stopped")).toMatchObject({ state: "stopping", desiredState: "stopped" });
    await trainer.paused(4);
    expect(await phase()).toMatchObject({ state: "stopping" });
    expect(await trainer.renew()).toEqual({ desiredState: "stopped", fenced: false });
    await trainer.stopped();
    expect(await phase()).toMatchObject({ state: "stopped" });
    await advanceTraining(fixture.ctx);
    expect(await fixture.ctx.db.prisma.run.findFirst()).toMatchObject({ state: "stopped" });
  });

  it("of a paused phase needs no trainer; the one that is alive is fenced", async () => {
    const { want, trainer } = await createRunning();
    await want("paused");
    await trainer.paused(4);
    expect(await want("stopped")).toMatchObject({ state: "stopped" });
    expect(await trainer.renew()).toMatchObject({ fenced: true });
  });

  it("cannot be taken back", async () => {
    const { want } = await createRunning();
    await want("stopped");
    await expect(want("running")).rejects.toMatchObject({ code: "conflict" });
    await expect(want("paused")).rejects.toMatchObject({ code: "conflict" });
    expect(await want("stopped")).toMatchObject({ state: "stopping" });
  });
});

describe("an early end", () => {
  it("is finished when the trainer says so, with both numbers", async () => {
    const { want, trainer, phase } = await createRunning();
    expect(await want("finished")).toMatchObject({ state: "finishing" });
    await trainer.finished(4);
    expect(await phase()).toMatchObject({
      state: "finished",
      stateReason: "Ended early as asked, after 4 of 10 planned steps.",
    });
  });

  it("of a paused phase is made by its trainer, or by a new one where that is gone", async () => {
    const { want, trainer, phase } = await createRunning();
    await want("paused");
    await trainer.paused(4);
    expect(await want("finished")).toMatchObject({ state: "finishing" });
    await trainer.finished(5);
    expect(await phase()).toMatchObject({ state: "finished" });
  });
});

/** What may be wanted of a phase in each state; everything else is one clear conflict. */
const LEGAL: Record<PhaseState, PhaseDesiredState[]> = {
  requested: ["running", "paused", "stopped"],
  starting: ["running", "paused", "finished", "stopped"],
  running: ["running", "paused", "finished", "stopped"],
  pausing: ["running", "paused", "finished", "stopped"],
  paused: ["running", "paused", "finished", "stopped"],
  finishing: ["finished", "stopped"],
  failed: ["running", "stopped"],
  stopping: ["stopped"],
  finished: [],
  ended_short: [],
  stopped: [],
};
const HELD: Partial<Record<PhaseState, PhaseDesiredState>> = {
  pausing: "paused",
  paused: "paused",
  finishing: "finished",
  stopping: "stopped",
  stopped: "stopped",
};

it("does what it can in its state, and says why not where it cannot, without a change", async () => {
  const { ctx } = fixture;
  const training = await startTraining(ctx);
  const { id } = await training.phase();
  for (const state of PhaseState.options)
    for (const wish of PhaseDesiredState.options) {
      const desiredState = HELD[state] ?? "running";
      await ctx.db.prisma.trainingJob.deleteMany();
      await ctx.db.prisma.phase.update({ where: { id }, data: { state, desiredState, attempt: 1 } });
      const asked = desirePhase(ctx, { actor: ACTOR, phaseId: id, state: wish });
      if (LEGAL[state].includes(wish)) {
        expect((await asked).desiredState, `${state}, ${wish}`).toBe(wish);
        continue;
      }
      await expect(asked, `${state}, ${wish}`).rejects.toMatchObject({
        code: "conflict",
        message: expect.stringMatching(/^The phase is [a-z ]+; it cannot /),
        fix: expect.stringMatching(/\.$/),
      });
      expect(await training.phase()).toMatchObject({ state, desiredState });
    }
});
