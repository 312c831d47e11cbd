import { withContext } from "@deskrl/testing/database";
import { createRunRow, createSuite, createWorker } from "@deskrl/testing/factories";
import { beforeEach, expect, it } from "vitest";
import { listAudit } from "../access/list-audit.ts";
import { advancePlacements } from "../environments/advance-placements.ts";
import { getEnvironment } from "../environments/get-environment.ts";
import { planEnvironments } from "../environments/plan-environments.ts";
import { reportEnvironment } from "../environments/report-environment.ts";
import { assignEpisodes } from "../episodes/assign-episodes.ts";
import { readEvents } from "../events/read-events.ts";
import { advanceRuns } from "../runs/advance-runs.ts";
import { createRun } from "../runs/create-run.ts";
import { explainWaiting } from "../runs/explain-waiting.ts";
import { ACTOR, clearFleet, LEASE_TTL_MS } from "../testing/fleet.ts";
import { listTemplates } from "./list-templates.ts";
import { removeTemplate } from "./remove-template.ts";
import { saveTemplate } from "./save-template.ts";

const fixture = withContext();
beforeEach(() => clearFleet(fixture.ctx));
const save = (options: Omit<Parameters<typeof saveTemplate>[1], "actor">) =>
  saveTemplate(fixture.ctx, { actor: ACTOR, ...options });
const alive = (id: string) =>
  fixture.ctx.db.prisma.worker.update({ where: { id }, data: { heartbeatAt: fixture.ctx.clock() } });

async function makeReady(workerId: string, ids: readonly string[]): Promise<void> {
  for (const environmentId of ids)
    for (const state of ["starting", "ready"] as const)
      await reportEnvironment(fixture.ctx, { workerId, environmentId, state, generation: 1 });
}

it("keeps the warm pool's size, makes more for episodes, and stops the idle rest with a reason that stays", async () => {
  const { ctx } = fixture;
  const worker = await createWorker(ctx, { desktops: 6 });
  await save({ name: "office", warm: 1, idleStopSeconds: 120 });
  expect(await planEnvironments(ctx, { workerId: worker.id })).toEqual({ requested: [], stopping: [] });
  const first = await advancePlacements(ctx);
  expect(first).toMatchObject({ requested: [expect.any(String)], stopping: [] });
  await makeReady(worker.id, first.requested);
  expect(await advancePlacements(ctx)).toEqual({ requested: [], stopping: [] });

  const suite = await createSuite(ctx, { tasks: 4 });
  const run = await createRunRow(ctx, suite, { spec: { desktops: 3 } });
  await advanceRuns(ctx);
  const more = await advancePlacements(ctx);
  expect(more.requested, "three at a time, one was there").toHaveLength(2);
  await makeReady(worker.id, more.requested);
  expect(await assignEpisodes(ctx, { leaseTtlMs: LEASE_TTL_MS })).toHaveLength(3);
  expect((await advancePlacements(ctx)).requested, "one ready beyond those at work").toHaveLength(1);

  await ctx.db.prisma.run.update({ where: { id: run.id }, data: { state: "finished" } });
  await ctx.db.prisma.episode.updateMany({
    where: { environmentId: { not: null } },
    data: { environmentId: null },
  });
  await ctx.db.prisma.environment.updateMany({
    data: { episodeId: null, state: "ready", updatedAt: ctx.clock() },
  });
  expect((await advancePlacements(ctx)).stopping, "not before they were idle for long").toEqual([]);
  fixture.clock.advance(121_000);
  await alive(worker.id);
  const { stopping } = await advancePlacements(ctx);
  expect(stopping).toHaveLength(3);
  const [id = ""] = stopping;
  await reportEnvironment(ctx, { workerId: worker.id, environmentId: id, state: "stopping", generation: 1 });
  const reason = "Idle for 2 min; of the template office 1 are kept ready.";
  expect(await getEnvironment(ctx, { id })).toMatchObject({ state: "stopping", stateReason: reason });
  const { events } = await readEvents(ctx, { since: 0, limit: 500 });
  expect(events).toContainEqual(
    expect.objectContaining({
      ...{ type: "environment:changed", subjectId: id },
      payload: expect.objectContaining({ desiredState: "stopped", stateReason: reason }),
    }),
  );
});

it("serves a run from the pool of its own template, and tells what holds the room meanwhile", async () => {
  const { ctx } = fixture;
  const worker = await createWorker(ctx, { desktops: 2 });
  const { requested } = await planEnvironments(ctx, { workerId: worker.id });
  await makeReady(worker.id, requested);
  await save({ name: "wide", settings: { screen: { width: 1_920, height: 1_080 } } });
  const suite = await createSuite(ctx, { tasks: 2 });
  const run = await createRunRow(ctx, suite, { spec: { desktops: 1, episodes: 1, template: "wide" } });
  await advanceRuns(ctx);
  expect(await assignEpisodes(ctx, { leaseTtlMs: LEASE_TTL_MS })).toEqual([]);
  expect((await explainWaiting(ctx, { id: run.id })).reasons.join()).toContain(
    "No wide desktop is there yet",
  );
  const moved = await advancePlacements(ctx);
  expect(moved).toMatchObject({ requested: [expect.any(String)], stopping: [expect.any(String)] });
  await makeReady(worker.id, moved.requested);
  expect(await getEnvironment(ctx, { id: moved.requested[0] ?? "" })).toMatchObject({
    ...{ template: "wide", screen: { width: 1_920, height: 1_080 } },
  });
  const [given] = await assignEpisodes(ctx, { leaseTtlMs: LEASE_TTL_MS });
  expect(given?.environmentId).toBe(moved.requested[0]);
  expect(await listTemplates(ctx)).toMatchObject([
    { name: "office", warm: null, ready: 1, stopping: 1 },
    { name: "wide", warm: 0, atWork: 1 },
  ]);
  await expect(removeTemplate(ctx, { actor: ACTOR, name: "wide" })).rejects.toMatchObject({
    code: "conflict",
  });
});

it("gives a template its share of a fleet that is all at work, without ending an episode", async () => {
  const { ctx } = fixture;
  const worker = await createWorker(ctx, { desktops: 2 });
  await makeReady(worker.id, (await planEnvironments(ctx, { workerId: worker.id })).requested);
  const suite = await createSuite(ctx, { tasks: 4 });
  await createRunRow(ctx, suite, { spec: { desktops: 2 } });
  await advanceRuns(ctx);
  const atWork = await assignEpisodes(ctx, { leaseTtlMs: LEASE_TTL_MS });
  expect(atWork).toHaveLength(2);
  await save({ name: "wide" });
  await createRunRow(ctx, suite, { spec: { desktops: 2, template: "wide" } });
  await createRunRow(ctx, suite, { spec: { desktops: 2 } });
  await advanceRuns(ctx);
  expect(await advancePlacements(ctx)).toEqual({ requested: [], stopping: [] });
  const leaving = await ctx.db.prisma.environment.findMany({ where: { leaving: true } });
  expect(leaving).toHaveLength(1);
  const [{ id = "", episodeId = null } = {}] = leaving;
  expect(episodeId).not.toBeNull();

  await ctx.db.prisma.environment.update({ where: { id }, data: { episodeId: null, state: "ready" } });
  expect(await assignEpisodes(ctx, { leaseTtlMs: LEASE_TTL_MS }), "nothing begins on it").toEqual([]);
  const moved = await advancePlacements(ctx);
  expect(moved).toEqual({ requested: [expect.any(String)], stopping: [id] });
  await makeReady(worker.id, moved.requested);
  const [given] = await assignEpisodes(ctx, { leaseTtlMs: LEASE_TTL_MS });
  expect(given?.environmentId).toBe(moved.requested[0]);
});

it("refuses templates that cannot be, a run on one that is not there, and the end of the built-in one", async () => {
  const { ctx } = fixture;
  const { suite } = await createSuite(ctx, { tasks: 1 });
  const spec = { suite: suite.name, policy: "oracle" as const, episodes: 1, template: "none-such" };
  await expect(createRun(ctx, { actor: ACTOR, spec })).rejects.toMatchObject({ code: "not_found" });
  for (const wrong of [{ name: "Über" }, { name: "x", warm: -1 }, { name: "x", settings: { memoryMib: 1 } }])
    await expect(save(wrong)).rejects.toMatchObject({ code: "invalid_input" });
  await expect(removeTemplate(ctx, { actor: ACTOR, name: "office" })).rejects.toMatchObject({
    code: "conflict",
  });
  await expect(removeTemplate(ctx, { actor: ACTOR, name: "x" })).rejects.toMatchObject({ code: "not_found" });
  await save({ name: "x", warm: 3 });
  await removeTemplate(ctx, { actor: ACTOR, name: "x" });
  const { items } = await listAudit(ctx, { subjectId: "x" });
  expect(items.map(({ act }) => act).toSorted()).toEqual(["template.remove", "template.save"]);
});
