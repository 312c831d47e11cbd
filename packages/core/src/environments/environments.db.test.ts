import { EnvironmentState } from "@deskrl/domain";
import { withContext } from "@deskrl/testing/database";
import { createEnvironment, createWorker, HEALTHY_FACTS } from "@deskrl/testing/factories";
import { beforeEach, describe, expect, it } from "vitest";
import { episodeDirectives } from "../episodes/episode-directives.ts";
import { ingestJournal } from "../episodes/ingest-journal.ts";
import { ACTOR, buildJournal, clearFleet, createFleet } from "../testing/fleet.ts";
import { registerWorker } from "../workers/register-worker.ts";
import { countEnvironments } from "./count-environments.ts";
import { desiredEnvironments } from "./desired-environments.ts";
import { failLostEnvironments } from "./fail-lost-environments.ts";
import { getEnvironment } from "./get-environment.ts";
import { giveBack } from "./give-back.ts";
import { listEnvironments } from "./list-environments.ts";
import { planEnvironments } from "./plan-environments.ts";
import { recycleEnvironment } from "./recycle-environment.ts";
import { reportEnvironment } from "./report-environment.ts";
import { takeControl } from "./take-control.ts";

const fixture = withContext();
beforeEach(() => clearFleet(fixture.ctx));
const OTHER = { id: "usr_other", name: "other", role: "operator" } as const;
const ADMIN = { id: "usr_admin", name: "boss", role: "admin" } as const;

describe("planEnvironments", () => {
  it("brings rows to the number offered, once, also when asked several times at once", async () => {
    const worker = await createWorker(fixture.ctx, { desktops: 3 });
    const plans = await Promise.all(
      [1, 2, 3].map(() => planEnvironments(fixture.ctx, { workerId: worker.id })),
    );
    expect(plans.flatMap((plan) => plan.requested)).toHaveLength(3);
    const desired = await desiredEnvironments(fixture.ctx, { workerId: worker.id });
    expect(desired).toHaveLength(3);
    expect(desired[0]).toMatchObject({
      recycleCount: 0,
      template: { provider: "docker", screen: { width: 1280, height: 720 } },
    });
  });

  it("lets surplus desktops stop, idle ones first", async () => {
    const { worker, assigned } = await createFleet(fixture.ctx, { desktops: 3, tasks: 1 });
    await fixture.ctx.db.prisma.worker.update({ where: { id: worker.id }, data: { desktops: 1 } });
    const plan = await planEnvironments(fixture.ctx, { workerId: worker.id });
    expect(plan.stopping).toHaveLength(2);
    expect(plan.stopping).not.toContain(assigned[0]?.environmentId);
    const desired = await desiredEnvironments(fixture.ctx, { workerId: worker.id });
    expect(desired.map((item) => item.environmentId)).toEqual([assigned[0]?.environmentId]);
  });
});

it("replaces desktops of a kind that the worker has no more by those it came back with", async () => {
  const worker = await createWorker(fixture.ctx, { desktops: 2 });
  const real = await planEnvironments(fixture.ctx, { workerId: worker.id });
  await fixture.ctx.db.prisma.worker.update({
    where: { id: worker.id },
    data: { facts: { ...HEALTHY_FACTS, provider: "sim" } },
  });
  const simulated = await planEnvironments(fixture.ctx, { workerId: worker.id });
  expect(simulated.stopping.toSorted()).toEqual(real.requested.toSorted());
  const desired = await desiredEnvironments(fixture.ctx, { workerId: worker.id });
  expect(desired.map(({ environmentId }) => environmentId).toSorted()).toEqual(
    simulated.requested.toSorted(),
  );
  const rows = await listEnvironments(fixture.ctx, {});
  expect(rows.items.filter(({ provider }) => provider === "sim")).toHaveLength(2);
});

describe("reportEnvironment", () => {
  async function setUp(state: EnvironmentState, generation = 1) {
    const worker = await createWorker(fixture.ctx);
    fixture.clock.advance(1_000);
    const row = await createEnvironment(fixture.ctx, { workerId: worker.id, state, generation });
    const report = (next: EnvironmentState, nextGeneration = generation, reason: string | null = null) =>
      reportEnvironment(fixture.ctx, {
        workerId: worker.id,
        environmentId: row.id,
        state: next,
        generation: nextGeneration,
        reason,
      });
    return { worker, row, report, get: () => getEnvironment(fixture.ctx, { id: row.id }) };
  }

  it("moves along the transition table, also over reports that were lost on the way", async () => {
    const { report, get } = await setUp("requested");
    expect(await report("ready", 2)).toMatchObject({ outcome: "applied" });
    expect(await get()).toMatchObject({ state: "ready", generation: 2 });
    expect(await report("ready", 2)).toMatchObject({ outcome: "unchanged" });
    expect(await report("failed", 2, "the container died")).toMatchObject({ outcome: "applied" });
    expect(await get()).toMatchObject({ state: "failed", stateReason: "the container died" });
  });

  it("ignores what cannot follow, what is over and what is not the worker's, and says which", async () => {
    const { report, row, get } = await setUp("ready", 5);
    expect(await report("failed", 4)).toMatchObject({ outcome: "stale" });
    expect(await get()).toMatchObject({ state: "ready", generation: 5 });
    await report("stopped");
    expect(await report("ready")).toMatchObject({ outcome: "illegal" });
    const stranger = await createWorker(fixture.ctx);
    const report2 = { environmentId: row.id, state: "ready", generation: 9 } as const;
    expect(await reportEnvironment(fixture.ctx, { workerId: stranger.id, ...report2 })).toMatchObject({
      outcome: "unknown",
    });
    expect((await get()).state).toBe("stopped");
  });

  it("lets a worker that registered again start counting anew", async () => {
    const { report, worker, get } = await setUp("ready", 5);
    fixture.clock.advance(1_000);
    const { id: workerId, name, version, desktops } = worker;
    await registerWorker(fixture.ctx, {
      workerId,
      name,
      version,
      desktops,
      facts: HEALTHY_FACTS,
    });
    expect(await report("starting", 0)).toMatchObject({ outcome: "applied" });
    expect(await get()).toMatchObject({ state: "starting", generation: 0 });
  });

  it("keeps a desktop that holds an episode leased when its worker says it is up", async () => {
    const { worker, environments } = await createFleet(fixture.ctx);
    const report = { workerId: worker.id, environmentId: environments[0]?.id ?? "", generation: 1 };
    await reportEnvironment(fixture.ctx, { ...report, state: "resetting" });
    await reportEnvironment(fixture.ctx, { ...report, state: "ready" });
    expect((await getEnvironment(fixture.ctx, { id: report.environmentId })).state).toBe("leased");
  });
});

describe("taking control", () => {
  it("is one person's at a time, pauses the agent, is audited, and ends with giving back", async () => {
    const { worker, environments, assigned } = await createFleet(fixture.ctx);
    const id = environments[0]?.id ?? "";
    const attempts = await Promise.allSettled([
      takeControl(fixture.ctx, { actor: ACTOR, id }),
      takeControl(fixture.ctx, { actor: OTHER, id }),
    ]);
    expect(attempts.filter((attempt) => attempt.status === "fulfilled")).toHaveLength(1);
    const { controlledBy } = await getEnvironment(fixture.ctx, { id });
    const [winner, loser] = controlledBy === ACTOR.name ? [ACTOR, OTHER] : [OTHER, ACTOR];
    const directive = { episodeId: assigned[0]?.episodeId, paused: true };
    expect(await episodeDirectives(fixture.ctx, { workerId: worker.id })).toMatchObject([directive]);
    await expect(giveBack(fixture.ctx, { actor: loser, id })).rejects.toMatchObject({ code: "forbidden" });
    await giveBack(fixture.ctx, { actor: winner, id });
    await giveBack(fixture.ctx, { actor: winner, id });
    expect(await episodeDirectives(fixture.ctx, { workerId: worker.id })).toMatchObject([{ paused: false }]);
    const audit = await fixture.ctx.db.prisma.auditEntry.findMany({ orderBy: { act: "desc" } });
    expect(audit.map((entry) => [entry.act, entry.actorName])).toEqual([
      ["environment.take-control", winner.name],
      ["environment.give-back", winner.name],
    ]);
    const types = (await fixture.ctx.db.prisma.event.findMany({ where: { subjectId: id } })).map(
      (event) => event.type,
    );
    expect(types).toContain("control:taken");
    expect(types).toContain("control:given-back");
  });

  it("can be ended by an admin for another", async () => {
    const { environments } = await createFleet(fixture.ctx);
    const id = environments[0]?.id ?? "";
    await takeControl(fixture.ctx, { actor: ACTOR, id });
    await giveBack(fixture.ctx, { actor: ADMIN, id });
    expect((await getEnvironment(fixture.ctx, { id })).controlledBy).toBeNull();
  });

  it("is possible only on a desktop that is up", async () => {
    const worker = await createWorker(fixture.ctx);
    const row = await createEnvironment(fixture.ctx, { workerId: worker.id, state: "starting" });
    await expect(takeControl(fixture.ctx, { actor: ACTOR, id: row.id })).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(takeControl(fixture.ctx, { actor: ACTOR, id: "env_none" })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

it("recycle counts up for the worker to see, and frees control", async () => {
  const { worker, environments } = await createFleet(fixture.ctx);
  const id = environments[0]?.id ?? "";
  await recycleEnvironment(fixture.ctx, { actor: ACTOR, id });
  expect(await desiredEnvironments(fixture.ctx, { workerId: worker.id })).toMatchObject([
    { recycleCount: 1 },
  ]);
});

describe("the list", () => {
  it("shows what is being done on a desktop, and counts the same rows per state", async () => {
    const { worker, assigned } = await createFleet(fixture.ctx, { desktops: 3, tasks: 2 });
    const [item] = assigned;
    const entries = buildJournal(item?.episodeId ?? "", { result: null });
    await ingestJournal(fixture.ctx, { workerId: worker.id, entries });
    await createEnvironment(fixture.ctx, { workerId: worker.id, state: "stopped" });
    const page = await listEnvironments(fixture.ctx);
    expect(page.total).toBe(3);
    const busy = page.items.find((view) => view.id === item?.environmentId);
    expect(busy).toMatchObject({
      state: "leased",
      workerName: "worker",
      workerState: "online",
      episode: { stepCount: 3, maxSteps: 30, lastAction: "Agent.click(coordinate=[1, 2])", state: "judging" },
    });
    const counts = await countEnvironments(fixture.ctx);
    expect(counts).toMatchObject({ leased: 2, ready: 1, stopped: 1, failed: 0 });
    for (const state of EnvironmentState.options)
      expect((await listEnvironments(fixture.ctx, { state: [state] })).total).toBe(counts[state]);
  });

  it("finds by worker, task, instruction and run, without regard to case, and takes % and _ as they are", async () => {
    const { run, assigned } = await createFleet(fixture.ctx, { desktops: 2, tasks: 1 });
    await fixture.ctx.db.prisma.run.update({ where: { id: run.id }, data: { name: "100%_Sure" } });
    const found = async (q: string) =>
      (await listEnvironments(fixture.ctx, { q })).items.map((view) => view.id);
    const busy = assigned.map((item) => item.environmentId);
    expect(await found("WRITE 0 INTO")).toEqual(busy);
    expect(await found("TASK-000")).toEqual(busy);
    expect(await found("0%_s")).toEqual(busy);
    expect(await found("0__s")).toEqual([]);
    expect(await found("WORKER")).toHaveLength(2);
    expect(await found("\\")).toEqual([]);
  });

  it("does not call ready what belongs to a worker that is gone, until it is back", async () => {
    const { worker, environments } = await createFleet(fixture.ctx, { desktops: 2 });
    expect(await failLostEnvironments(fixture.ctx)).toEqual([]);
    fixture.clock.advance(60_000);
    expect(await failLostEnvironments(fixture.ctx)).toHaveLength(2);
    expect(await failLostEnvironments(fixture.ctx)).toEqual([]);
    expect(await countEnvironments(fixture.ctx)).toMatchObject({ ready: 0, leased: 0, failed: 2 });
    const { id: workerId, name, version, desktops } = worker;
    await registerWorker(fixture.ctx, { workerId, name, version, desktops, facts: HEALTHY_FACTS });
    for (const { id: environmentId } of environments)
      await reportEnvironment(fixture.ctx, { workerId, environmentId, state: "ready", generation: 0 });
    expect(await countEnvironments(fixture.ctx)).toMatchObject({ failed: 0 });
  });

  it("shows a worker whose heartbeat is old as lost", async () => {
    await createFleet(fixture.ctx);
    fixture.clock.advance(60_000);
    expect((await listEnvironments(fixture.ctx)).items[0]?.workerState).toBe("lost");
  });
});
