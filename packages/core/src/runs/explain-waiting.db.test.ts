import { withContext } from "@deskrl/testing/database";
import { createEnvironment, createRunRow, createWorker, HEALTHY_FACTS } from "@deskrl/testing/factories";
import { beforeEach, expect, it } from "vitest";
import { clearFleet, createFleet } from "../testing/fleet.ts";
import { advanceRuns } from "./advance-runs.ts";
import { explainWaiting } from "./explain-waiting.ts";

const fixture = withContext();
beforeEach(() => clearFleet(fixture.ctx));

/** A run of three episodes with one desktop at work, and what it waits for. */
async function waitingRun(spec: { desktops?: number; workers?: string[] } = {}) {
  const fleet = await createFleet(fixture.ctx, { desktops: 1, tasks: 3, spec: { desktops: 3, ...spec } });
  const why = () => explainWaiting(fixture.ctx, { id: fleet.run.id });
  return { ...fleet, why };
}

it("names who has the desktops of a full fleet", async () => {
  const { suite, why, run } = await waitingRun();
  expect(await why()).toEqual({ waiting: 2, reasons: [`1 of 1 desktop at work: 1 for ${run.name}.`] });
  const other = await createRunRow(fixture.ctx, suite, { name: "nightly", spec: { desktops: 2 } });
  await advanceRuns(fixture.ctx);
  expect(await explainWaiting(fixture.ctx, { id: other.id })).toMatchObject({
    waiting: 3,
    reasons: [`1 of 1 desktop at work: 1 for ${run.name}.`],
  });
});

it("says so when the run itself holds them back", async () => {
  const { why, run } = await waitingRun({ desktops: 1 });
  expect((await why()).reasons).toEqual(["The run has all 1 desktops that it asked for at a time."]);
  await fixture.ctx.db.prisma.run.update({ where: { id: run.id }, data: { state: "paused" } });
  expect((await why()).reasons).toEqual(["The run is paused: no further episode begins."]);
});

it("says what is the matter with each worker that takes nothing", async () => {
  const { why, worker } = await waitingRun();
  await fixture.ctx.db.prisma.worker.update({ where: { id: worker.id }, data: { desiredState: "cordoned" } });
  const closedFor = { code: "disk_full", message: "Takes no episode: 3 MiB left.", fix: "Free space." };
  await createWorker(fixture.ctx, { name: "b-full", facts: { ...HEALTHY_FACTS, closedFor } });
  await createWorker(fixture.ctx, { name: "c-gone", heartbeatAt: new Date(0) });
  expect((await why()).reasons).toEqual([
    "Worker b-full: Takes no episode: 3 MiB left.",
    "Worker c-gone is lost: no heartbeat.",
    `Worker ${worker.name} is cordoned.`,
  ]);
});

it("says that the desktops are being made, or why they are broken", async () => {
  const { why, worker } = await waitingRun();
  await createEnvironment(fixture.ctx, { workerId: worker.id, state: "starting" });
  await createEnvironment(fixture.ctx, { workerId: worker.id, state: "failed", stateReason: "No image." });
  expect((await why()).reasons).toEqual([
    expect.stringContaining("1 of 3 desktops at work"),
    "1 desktop being made ready.",
    "1 desktop broken: No image.",
  ]);
});

it("says that no worker has joined, that a pin names one that is gone, and that nothing waits", async () => {
  const { why, run } = await waitingRun({ workers: ["wrk_gone"] });
  expect((await why()).reasons).toEqual(["The run is pinned to workers that are not there: wrk_gone."]);
  await fixture.ctx.db.prisma.episode.updateMany({ where: { runId: run.id }, data: { state: "queued" } });
  await fixture.ctx.db.prisma.$executeRaw`TRUNCATE workers, environments CASCADE`;
  const spec = { ...Object(run.spec), workers: [] };
  await fixture.ctx.db.prisma.run.update({ where: { id: run.id }, data: { spec } });
  expect((await why()).reasons).toEqual(["No worker has joined."]);
  await fixture.ctx.db.prisma.episode.deleteMany({ where: { runId: run.id } });
  expect(await why()).toEqual({ waiting: 0, reasons: [] });
});
