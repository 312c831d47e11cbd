import { withContext } from "@deskrl/testing/database";
import { createEnvironment, createWorker } from "@deskrl/testing/factories";
import { beforeEach, describe, expect, it } from "vitest";
import { episodeDirectives } from "../episodes/episode-directives.ts";
import { ingestJournal } from "../episodes/ingest-journal.ts";
import { ACTOR, buildJournal, clearFleet, createFleet } from "../testing/fleet.ts";
import { actOnEnvironments } from "./act-on-environments.ts";
import { readWall } from "./read-wall.ts";

const fixture = withContext();
beforeEach(() => clearFleet(fixture.ctx));

describe("the wall", () => {
  it("shows every desktop in the order of its making, with what is done on it, and none that is gone", async () => {
    const { worker, environments, assigned, run } = await createFleet(fixture.ctx, { desktops: 3, tasks: 1 });
    await createEnvironment(fixture.ctx, { workerId: worker.id, state: "stopped" });
    const { rows } = await readWall(fixture.ctx);
    expect(rows.map((row) => row.id).toSorted()).toEqual(environments.map((row) => row.id).toSorted());
    const busy = rows.filter((row) => row.episode !== null);
    expect(busy).toHaveLength(1);
    expect(busy[0]).toMatchObject({
      id: assigned[0]?.environmentId,
      state: "leased",
      workerName: worker.name,
      workerLost: false,
      episode: {
        id: assigned[0]?.episodeId,
        state: "resetting",
        runId: run.id,
        stepCount: 0,
        sameActions: 0,
      },
    });
  });

  it("reads only what is asked for, and says nothing of one that is gone", async () => {
    const worker = await createWorker(fixture.ctx);
    const [kept, other, gone] = await Promise.all([
      createEnvironment(fixture.ctx, { workerId: worker.id }),
      createEnvironment(fixture.ctx, { workerId: worker.id }),
      createEnvironment(fixture.ctx, { workerId: worker.id, state: "stopped" }),
    ]);
    const { rows } = await readWall(fixture.ctx, { ids: [kept.id, gone.id] });
    expect(rows.map((row) => row.id)).toEqual([kept.id]);
    expect(rows[0]?.id).not.toBe(other.id);
  });

  it("calls a worker lost whose heartbeat is old", async () => {
    await createFleet(fixture.ctx);
    fixture.clock.advance(60_000);
    expect((await readWall(fixture.ctx)).rows[0]?.workerLost).toBe(true);
  });

  it("follows an episode: its steps, how often it repeats itself, since when nothing changes", async () => {
    const { assigned, worker } = await createFleet(fixture.ctx);
    const episodeId = assigned[0]?.episodeId ?? "";
    const journal = buildJournal(episodeId, { steps: 3 });
    const look = async () => (await readWall(fixture.ctx)).rows[0]?.episode;
    await ingestJournal(fixture.ctx, { workerId: worker.id, entries: journal.slice(0, 3) });
    const first = await look();
    expect(first).toMatchObject({ stepCount: 1, sameActions: 1, state: "acting" });
    fixture.clock.advance(7_000);
    await ingestJournal(fixture.ctx, { workerId: worker.id, entries: journal.slice(3, 5) });
    const later = await look();
    expect(later).toMatchObject({ stepCount: 3, sameActions: 3, stillSinceMs: first?.stillSinceMs });
    expect(later?.lastStepAtMs).toBe((first?.lastStepAtMs ?? 0) + 7_000);
  });

  it("remembers what the last episode on a desktop came to", async () => {
    const { assigned, worker } = await createFleet(fixture.ctx);
    const entries = buildJournal(assigned[0]?.episodeId ?? "");
    await ingestJournal(fixture.ctx, { workerId: worker.id, entries });
    expect((await readWall(fixture.ctx)).rows[0]).toMatchObject({
      episode: null,
      lastVerdict: "succeeded",
      lastScore: 1,
    });
  });
});

describe("an act on several desktops", () => {
  it("says for each what became of it; one that is refused stops no other", async () => {
    const { environments, assigned } = await createFleet(fixture.ctx, { desktops: 2, tasks: 1 });
    const busy = assigned[0]?.environmentId ?? "";
    const idle = environments.find(({ id }) => id !== busy)?.id ?? "";
    const ids = [idle, "env_00000000000000000000000000", busy];
    const results = await actOnEnvironments(fixture.ctx, { actor: ACTOR, act: "pause-agent", ids });
    expect(results).toMatchObject([
      { id: idle, outcome: "refused", reason: expect.stringContaining("No agent") },
      { outcome: "refused", reason: expect.stringContaining("no environment") },
      { id: busy, outcome: "done" },
    ]);
  });

  it("pauses agents without touching their verdict, lets them go on, and keeps who asked", async () => {
    const { environments, assigned, worker } = await createFleet(fixture.ctx, { desktops: 2, tasks: 2 });
    const ids = environments.map(({ id }) => id);
    const paused = async () =>
      (await episodeDirectives(fixture.ctx, { workerId: worker.id })).map((each) => each.paused);
    await actOnEnvironments(fixture.ctx, { actor: ACTOR, act: "pause-agent", ids });
    expect(await paused()).toEqual([true, true]);
    expect((await readWall(fixture.ctx)).rows.map((row) => row.heldBy)).toEqual([ACTOR.name, ACTOR.name]);
    await actOnEnvironments(fixture.ctx, { actor: ACTOR, act: "resume-agent", ids });
    expect(await paused()).toEqual([false, false]);
    const entries = buildJournal(assigned[0]?.episodeId ?? "");
    await ingestJournal(fixture.ctx, { workerId: worker.id, entries });
    const episode = await fixture.ctx.db.prisma.episode.findFirst({ where: { state: "finished" } });
    expect(episode).toMatchObject({ verdict: "succeeded", cause: null });
    const acts = await fixture.ctx.db.prisma.auditEntry.findMany({ orderBy: { at: "asc" } });
    expect(acts.map(({ act }) => act)).toEqual([
      ...Array(2).fill("environment.pause-agent"),
      ...Array(2).fill("environment.resume-agent"),
    ]);
  });

  it("acts on each once, however often it is named", async () => {
    const { environments } = await createFleet(fixture.ctx);
    const id = environments[0]?.id ?? "";
    const results = await actOnEnvironments(fixture.ctx, { actor: ACTOR, act: "recycle", ids: [id, id] });
    expect(results).toEqual([{ id, outcome: "done" }]);
    const row = await fixture.ctx.db.prisma.environment.findUnique({ where: { id } });
    expect(row?.recycleCount).toBe(1);
  });
});
