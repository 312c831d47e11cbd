import { withContext } from "@deskrl/testing/database";
import { beforeEach, expect, it } from "vitest";
import { appendMetricPoints } from "../metrics/append-metric-points.ts";
import { clearTraining, leaseTrainer, playPhase, startTraining } from "../testing/trainer.ts";
import { advanceTraining } from "./advance-trainings.ts";
import { getTraining } from "./get-training.ts";

const fixture = withContext();
beforeEach(() => clearTraining(fixture.ctx));

/** A run whose RL phase is at work and has collapsed by all the evidence there is. */
async function createCollapsed(autoEntropulse: boolean) {
  const { ctx } = fixture;
  const training = await startTraining(ctx, { plan: "automatic", autoEntropulse });
  await playPhase(ctx);
  await playPhase(ctx);
  const trainer = await leaseTrainer(ctx);
  await trainer.ready(1_000);
  const phase = await training.phase(2);
  const points = Array.from({ length: 100 }, (_, index) => index + 1).flatMap((step) =>
    Object.entries({
      "policy/entropy": step < 20 ? 1 : 0.1,
      "success/rate": 0.6,
      "group/no_spread_fraction": 0.9,
    }).map(([name, value]) => ({ name, value, step: phase.startStep + step, at: ctx.clock() })),
  );
  const of = { runId: phase.runId, branchId: phase.branchId, phaseId: phase.id, attempt: 3 };
  await ctx.db.transaction((tx) => appendMetricPoints(tx, { ...of, points }));
  await advanceTraining(ctx);
  return { ...training, branchId: phase.branchId };
}

it("a suggestion is shown and does nothing", async () => {
  const { run, phase, branchId } = await createCollapsed(false);
  const { suggestions } = await getTraining(fixture.ctx, { id: run.id });
  expect(suggestions[branchId]).toMatchObject({
    suggested: true,
    text: expect.stringContaining("entropy −90 %"),
  });
  expect(await phase(2)).toMatchObject({ state: "running", desiredState: "running" });
});

it("a suggestion ends RL early only where that was switched on, and the log says that no person did", async () => {
  const { phase } = await createCollapsed(true);
  expect(await phase(2)).toMatchObject({
    state: "finishing",
    desiredState: "finished",
    requestedBy: "deskrl",
  });
});
