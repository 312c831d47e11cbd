import { withContext } from "@deskrl/testing/database";
import { beforeEach, expect, it } from "vitest";
import { listAudit } from "../access/list-audit.ts";
import { stopRun } from "../runs/stop-run.ts";
import { ACTOR } from "../testing/fleet.ts";
import { clearTraining, leaseTrainer, playPhase, startTraining } from "../testing/trainer.ts";
import { advanceTraining } from "./advance-trainings.ts";
import { getTraining } from "./get-training.ts";
import { setPlan } from "./set-plan.ts";

const fixture = withContext();
beforeEach(() => clearTraining(fixture.ctx));

const actsOf = async (id: string) =>
  (await listAudit(fixture.ctx, { subjectId: id, act: "training.plan" })).items;

it("sets the length of the RL phases to come, and leaves the one at work as it was asked for", async () => {
  const { ctx } = fixture;
  const { run, phases } = await startTraining(ctx, { plan: "automatic", settings: { rl: { updates: 10 } } });
  await playPhase(ctx);
  await playPhase(ctx);
  const rl = await leaseTrainer(ctx);
  await setPlan(ctx, { actor: ACTOR, id: run.id, updates: 25 });
  expect(rl.job).toMatchObject({ kind: "rl", settings: { updates: 10 } });
  expect((await phases())[2]?.settings).toEqual({ updates: 10 });
  await rl.ready(10);
  await rl.finished(10, { pool: "pool" });
  for (let turn = 0; turn < 3; turn += 1) await playPhase(ctx);
  await advanceTraining(ctx);
  expect((await leaseTrainer(ctx)).job).toMatchObject({ kind: "rl", settings: { updates: 25 } });
});

it("made manual lets the phase at work end and adds none, also not after the suggestion was allowed to act", async () => {
  const { ctx } = fixture;
  const { run, phases } = await startTraining(ctx, { plan: "automatic" });
  await playPhase(ctx);
  await setPlan(ctx, { actor: ACTOR, id: run.id, plan: "manual", autoEntropulse: true });
  expect(await getTraining(ctx, { id: run.id })).toMatchObject({
    spec: { plan: "manual", autoEntropulse: true },
    upcoming: { [(await phases())[0]?.branchId ?? ""]: ["rl"] },
  });
});

it("says who set it, when, to what, and what it was before; the same again is no act", async () => {
  const { ctx, clock } = fixture;
  const { run } = await startTraining(ctx);
  clock.advance(60_000);
  await setPlan(ctx, { actor: ACTOR, id: run.id, plan: "automatic", updates: 40 });
  await setPlan(ctx, { actor: ACTOR, id: run.id, plan: "automatic", updates: 40 });
  await setPlan(ctx, { actor: ACTOR, id: run.id });
  const acts = await actsOf(run.id);
  expect(acts).toHaveLength(1);
  expect(acts[0]).toMatchObject({
    actorName: ACTOR.name,
    at: ctx.clock(),
    details: { plan: "automatic", updates: 40, autoEntropulse: false },
  });
  expect(JSON.stringify(acts[0]?.details)).toContain("manual");
});

it("is refused for a run with controls and for one that has ended, and changes nothing", async () => {
  const { ctx } = fixture;
  const { run: arms } = await startTraining(ctx, { controls: true });
  await expect(setPlan(ctx, { actor: ACTOR, id: arms.id, updates: 5 })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("go by rule"),
  });
  const { run: over } = await startTraining(ctx);
  await stopRun(ctx, { actor: ACTOR, id: over.id });
  await advanceTraining(ctx);
  await expect(setPlan(ctx, { actor: ACTOR, id: over.id, plan: "automatic" })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("stopped"),
  });
  expect(await actsOf(over.id)).toEqual([]);
});
