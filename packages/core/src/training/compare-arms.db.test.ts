import { withContext } from "@deskrl/testing/database";
import { beforeEach, describe, expect, it } from "vitest";
import { clearTraining, playPhase, startTraining } from "../testing/trainer.ts";
import { advanceTraining } from "./advance-trainings.ts";
import { compareArms } from "./compare-arms.ts";
import { getTraining } from "./get-training.ts";
import { listPools } from "./list-pools.ts";

const fixture = withContext();
beforeEach(() => clearTraining(fixture.ctx));

const POOL = {
  tasks: 2,
  successes: 9,
  chosen: 4,
  perTask: [{ trajectories: 2, tasks: 2 }],
  versions: [{ version: 3, chosen: 4 }],
  distinctShare: 0.5,
};

/** Carries out a run with controls; every evaluation of an arm gives the success that `rate` says. */
async function playRun(seeds: number[], rate: (arm: string, seed: number) => number) {
  const { ctx } = fixture;
  const { run } = await startTraining(ctx, { controls: true, seeds });
  for (let left = seeds.length * 12; left > 0; left -= 1) {
    await advanceTraining(ctx);
    const [job] = await ctx.db.prisma.trainingJob.findMany({
      where: { state: "queued" },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      include: { phase: { include: { branch: true } } },
      take: 1,
    });
    const { arm, seed } = job?.phase.branch ?? { arm: "", seed: 0 };
    const success = rate(arm, seed);
    const evaluation = { "evaluation/success_params": success, "evaluation/entropy_params": 0.3 };
    const more = job?.phase.kind === "eval" ? { evaluation } : {};
    await playPhase(ctx, job?.phase.kind === "entropulse" ? { poolReport: POOL } : more);
  }
  return run.id;
}

describe("the arms of a run", () => {
  it("are compared in pairs within a seed once all have ended", async () => {
    const id = await playRun([1, 2, 3], (arm, seed) => (arm === "entropulse" ? 0.6 : 0.5) + seed / 100);
    const { arms, paired, evidence, text } = await compareArms(fixture.ctx, { id });
    expect(arms.filter((one) => one.done)).toHaveLength(12);
    const [first] = arms.filter((one) => one.arm === "main");
    expect(first?.evaluations.map((one) => one.afterKind)).toEqual(["bc", "rl"]);
    expect(paired.map((one) => [one.b, one.split, one.wins, one.seeds])).toEqual([
      ["continued", "params", 3, 3],
      ["reset", "params", 3, 3],
    ]);
    expect(paired[0]?.mean).toBeCloseTo(0.1, 12);
    expect(evidence).toBe("gain");
    expect(text).toContain("params +10.0 ± 0.0 points, 3 of 3 seeds");
    expect(await listPools(fixture.ctx, { id })).toMatchObject([1, 2, 3].map(() => ({ report: POOL })));
  });

  it("of several seeds can show no gain", async () => {
    const id = await playRun([1, 2], (arm, seed) => (arm === "entropulse" && seed === 1 ? 0.6 : 0.55));
    expect(await compareArms(fixture.ctx, { id })).toMatchObject({
      evidence: "no gain in this run",
      text: expect.stringContaining("params +2.5 ± 2.5 points, 1 of 2 seeds"),
    });
  });

  it("of one seed are no evidence, whatever they show", async () => {
    const id = await playRun([1], (arm) => (arm === "entropulse" ? 1 : 0));
    expect(await compareArms(fixture.ctx, { id })).toMatchObject({ evidence: "one seed, not evidence" });
  });

  it("are not compared before all have ended, nor in a run without controls", async () => {
    const { ctx } = fixture;
    const { run } = await startTraining(ctx, { controls: true, seeds: [1] });
    for (let turn = 0; turn < 6; turn += 1) await playPhase(ctx);
    expect(await compareArms(ctx, { id: run.id })).toMatchObject({
      paired: [],
      evidence: "none",
      text: expect.stringMatching(/^\d of 3 arms have ended/),
    });
    const alone = await startTraining(ctx);
    expect((await compareArms(ctx, { id: alone.run.id })).text).toContain("no control arms");
  });
});

it("shows a run as its page needs it", async () => {
  const { ctx } = fixture;
  const { run } = await startTraining(ctx, { plan: "automatic", seeds: [5] });
  await playPhase(ctx);
  const training = await getTraining(ctx, { id: run.id });
  const [branch] = training.branches;
  expect(branch).toMatchObject({ seed: 5, arm: "main" });
  expect(training.phases.map((phase) => [phase.kind, phase.state])).toEqual([
    ["bc", "finished"],
    ["eval", "starting"],
  ]);
  expect(training.upcoming[branch?.id ?? ""]).toEqual(["rl", "eval", "entropulse", "eval", "rl", "eval"]);
  expect(training).toMatchObject({
    funnel: { verdict: "idle", evidence: expect.stringContaining("waits for a worker") },
    worker: { training: 0 },
    suggestions: {},
  });
  await expect(getTraining(ctx, { id: "run_nothing" })).rejects.toMatchObject({ code: "not_found" });
});
