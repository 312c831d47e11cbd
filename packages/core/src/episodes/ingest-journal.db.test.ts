import { withContext } from "@deskrl/testing/database";
import { buildStep } from "@deskrl/testing/factories";
import { beforeEach, describe, expect, it } from "vitest";
import { takeControl } from "../environments/take-control.ts";
import { ACTOR, buildJournal, clearFleet, createFleet, FAILURE, readEpisodes } from "../testing/fleet.ts";
import { ingestJournal } from "./ingest-journal.ts";
import { reapExpiredLeases } from "./reap-expired-leases.ts";

const fixture = withContext();
beforeEach(() => clearFleet(fixture.ctx));

async function leaseOne() {
  const fleet = await createFleet(fixture.ctx);
  const [episode] = fleet.episodes;
  if (!episode) throw new Error("no episode was opened");
  const { ctx } = fixture;
  return {
    ...fleet,
    id: episode.id,
    workerId: fleet.worker.id,
    read: () => ctx.db.prisma.episode.findUniqueOrThrow({ where: { id: episode.id } }),
    steps: () => ctx.db.prisma.step.findMany({ where: { episodeId: episode.id }, orderBy: { index: "asc" } }),
    events: () =>
      ctx.db.prisma.event.findMany({ where: { subjectId: episode.id }, orderBy: { sequence: "asc" } }),
  };
}

describe("a whole journal", () => {
  it("fills the verdict, the steps, their rewards, and frees the desktop", async () => {
    const { id, workerId, read, steps, environments } = await leaseOne();
    const journal = buildJournal(id);
    const broken = buildStep({ episodeId: id, index: 1, outcome: "error", errorCode: "action_failed" });
    const unread = buildStep({ episodeId: id, index: 2, formatOk: false, call: null });
    Object.assign(journal[3] ?? {}, { record: { kind: "step", step: broken } });
    Object.assign(journal[4] ?? {}, { record: { kind: "step", step: unread } });
    const answer = await ingestJournal(fixture.ctx, { workerId, entries: journal });
    expect(answer).toEqual({ stored: { [id]: 7 }, rejected: [] });
    expect(await read()).toMatchObject({ state: "finished", verdict: "succeeded", score: 1, stepCount: 3 });
    expect((await steps()).map((step) => step.reward)).toEqual([1, 0, 0]);
    const environment = await fixture.ctx.db.prisma.environment.findFirstOrThrow();
    expect(environment).toMatchObject({ id: environments[0]?.id, state: "ready", episodeId: null });
  });

  it("gives every step of a failed episode the reward 0", async () => {
    const { id, workerId, steps } = await leaseOne();
    await ingestJournal(fixture.ctx, { workerId, entries: buildJournal(id, { result: FAILURE }) });
    expect((await steps()).map((step) => step.reward)).toEqual([0, 0, 0]);
  });

  it("gives no step of an invalid episode a reward", async () => {
    const { id, workerId, steps, read } = await leaseOne();
    const result = { verdict: "invalid", score: null, cause: "guest_timeout", reason: "It hung." } as const;
    await ingestJournal(fixture.ctx, { workerId, entries: buildJournal(id, { result }) });
    expect(await read()).toMatchObject({ verdict: "invalid", score: null, cause: "guest_timeout" });
    expect((await steps()).map((step) => step.reward)).toEqual([null, null, null]);
  });

  it("comes back from the database exactly as it was recorded", async () => {
    const { id, workerId } = await leaseOne();
    const { listSteps } = await import("./list-steps.ts");
    const step = buildStep({
      episodeId: id,
      index: 0,
      thought: '漢字 🎉 "quoted" \\ back',
      logProb: -0.25,
      entropy: 1.5,
    });
    const journal = buildJournal(id, { steps: 1 });
    Object.assign(journal[2] ?? {}, { record: JSON.parse(JSON.stringify({ kind: "step", step })) });
    await ingestJournal(fixture.ctx, { workerId, entries: journal });
    const { items } = await listSteps(fixture.ctx, { episodeId: id });
    expect(items).toEqual([{ ...step, reward: 1 }]);
  });
});

describe("delivery", () => {
  it("again changes nothing and gives the same answer, also concurrently and in pieces", async () => {
    const { id, workerId, read, steps, events } = await leaseOne();
    const journal = buildJournal(id);
    const send = (entries: typeof journal) => ingestJournal(fixture.ctx, { workerId, entries });
    await send(journal.slice(0, 4));
    const answers = await Promise.all([send(journal), send(journal), send(journal.slice(2)), send(journal)]);
    for (const answer of answers) expect(answer).toEqual({ stored: { [id]: 7 }, rejected: [] });
    const before = [await read(), await steps(), await events()];
    expect(await send(journal.toReversed())).toEqual({ stored: { [id]: 7 }, rejected: [] });
    expect([await read(), await steps(), await events()]).toEqual(before);
    expect(await read()).toMatchObject({ stepCount: 3, journalLength: 7 });
  });

  it("with a gap stores only what comes before it", async () => {
    const { id, workerId, steps, read } = await leaseOne();
    const journal = buildJournal(id);
    const withGap = journal.filter((entry) => entry.index !== 3);
    const answer = await ingestJournal(fixture.ctx, { workerId, entries: withGap });
    expect(answer).toEqual({ stored: { [id]: 3 }, rejected: [] });
    expect(await steps()).toHaveLength(1);
    expect(await read()).toMatchObject({ state: "acting", verdict: null });
    await ingestJournal(fixture.ctx, { workerId, entries: journal.slice(3) });
    expect(await read()).toMatchObject({ state: "finished", verdict: "succeeded", stepCount: 3 });
  });

  it("is whole or not at all when the process dies between its statements", async () => {
    const { id, workerId, steps, read } = await leaseOne();
    const journal = buildJournal(id);
    const dying = {
      ...fixture.ctx,
      db: {
        ...fixture.ctx.db,
        transaction: ((work) =>
          fixture.ctx.db.transaction(async (tx) => {
            await work(tx);
            throw new Error("killed before the commit");
          })) as typeof fixture.ctx.db.transaction,
      },
    };
    await expect(ingestJournal(dying, { workerId, entries: journal })).rejects.toThrow("killed");
    expect(await steps()).toEqual([]);
    expect(await read()).toMatchObject({ state: "resetting", journalLength: 0, stepCount: 0 });
    const answer = await ingestJournal(fixture.ctx, { workerId, entries: journal });
    expect(answer.stored).toEqual({ [id]: 7 });
    expect(await steps()).toHaveLength(3);
  });

  it("of a record that cannot be read sets it aside, says so, and goes on behind it", async () => {
    const { id, workerId, steps, read } = await leaseOne();
    const journal = buildJournal(id);
    Object.assign(journal[3] ?? {}, { record: { kind: "step", step: { index: "one" } } });
    const answer = await ingestJournal(fixture.ctx, { workerId, entries: journal });
    expect(answer.stored).toEqual({ [id]: 7 });
    expect(answer.rejected).toEqual([
      { episodeId: id, index: 3, code: "invalid_input", message: expect.stringContaining("step") },
    ]);
    expect((await steps()).map((step) => step.index)).toEqual([0, 2]);
    expect(await read()).toMatchObject({ verdict: "succeeded" });
  });

  it("of an action id that is another step's is refused, not silently dropped", async () => {
    const { id, workerId } = await leaseOne();
    const journal = buildJournal(id, { steps: 2 });
    const twin = buildStep({ episodeId: id, index: 0, actionId: "act_twin" });
    Object.assign(journal[2] ?? {}, { record: { kind: "step", step: twin } });
    Object.assign(journal[3] ?? {}, { record: { kind: "step", step: { ...twin, index: 1 } } });
    const answer = await ingestJournal(fixture.ctx, { workerId, entries: journal });
    expect(answer.rejected).toMatchObject([{ episodeId: id, index: 3, code: "conflict" }]);
  });

  it("of an unknown episode, or by a worker that does not hold it, is refused", async () => {
    const { id, workerId, read } = await leaseOne();
    const unknown = await ingestJournal(fixture.ctx, {
      workerId,
      entries: buildJournal("ep_unknown", { steps: 0 }),
    });
    expect(unknown.stored).toEqual({});
    expect(unknown.rejected.map((entry) => entry.code)).toEqual(Array(4).fill("not_found"));
    const other = await ingestJournal(fixture.ctx, { workerId: "wrk_other", entries: buildJournal(id) });
    expect(other.rejected.map((entry) => entry.code)).toEqual(Array(7).fill("fenced"));
    expect(await read()).toMatchObject({ state: "resetting", journalLength: 0 });
  });

  it("stores NUL bytes visibly and strings of 10 MB whole", async () => {
    const { id, workerId, steps } = await leaseOne();
    const long = "x".repeat(10 * 1024 * 1024);
    const step = buildStep({ episodeId: id, index: 0, responseText: long, result: "a\u0000b" });
    const journal = buildJournal(id, { steps: 1 });
    Object.assign(journal[2] ?? {}, {
      record: { kind: "step", step: { ...step, observation: { ...step.observation, appInfo: "n\u0000" } } },
    });
    await ingestJournal(fixture.ctx, { workerId, entries: journal });
    const [stored] = await steps();
    expect(stored?.result).toBe("a␀b");
    expect(stored?.observation).toMatchObject({ appInfo: "n␀" });
    expect(stored?.responseText === long).toBe(true);
  });
});

describe("a lease that is over", () => {
  it("leaves steps as history, and the verdict as it is", async () => {
    const { id, workerId, read, steps } = await leaseOne();
    const journal = buildJournal(id);
    await ingestJournal(fixture.ctx, { workerId, entries: journal.slice(0, 3) });
    fixture.clock.advance(60_000);
    expect(await reapExpiredLeases(fixture.ctx)).toEqual([id]);
    const answer = await ingestJournal(fixture.ctx, { workerId, entries: journal.slice(3) });
    expect(answer).toEqual({ stored: { [id]: 7 }, rejected: [] });
    expect(await read()).toMatchObject({
      state: "finished",
      verdict: "invalid",
      cause: "worker_lost",
      stepCount: 3,
    });
    expect((await steps()).map((step) => step.reward)).toEqual([null, null, null]);
  });

  it("with an older epoch is fenced: nothing of it is stored and no verdict changes", async () => {
    const { id, workerId, read, steps } = await leaseOne();
    await fixture.ctx.db.prisma.episode.update({ where: { id }, data: { leaseEpoch: 2 } });
    const answer = await ingestJournal(fixture.ctx, { workerId, entries: buildJournal(id, { epoch: 1 }) });
    expect(answer.stored).toEqual({ [id]: 0 });
    expect(answer.rejected.map((entry) => entry.code)).toEqual(Array(7).fill("fenced"));
    expect(await steps()).toEqual([]);
    expect(await read()).toMatchObject({ state: "resetting", verdict: null });
  });
});

it("marks an episode during which a person took control as invalid, and keeps what the evaluator said", async () => {
  const { id, workerId, read, steps, environments } = await leaseOne();
  await takeControl(fixture.ctx, { actor: ACTOR, id: environments[0]?.id ?? "" });
  await ingestJournal(fixture.ctx, { workerId, entries: buildJournal(id) });
  expect(await read()).toMatchObject({
    verdict: "invalid",
    score: null,
    cause: "human_intervention",
    reason: expect.stringContaining("succeeded, score 1. A1 is 7."),
  });
  expect((await steps()).map((step) => step.reward)).toEqual([null, null, null]);
});

it("tells of the newest step of a batch only, with the number there are", async () => {
  const { id, workerId, events } = await leaseOne();
  await ingestJournal(fixture.ctx, { workerId, entries: buildJournal(id, { result: null }) });
  const recorded = (await events()).filter((event) => event.type === "step:recorded");
  expect(recorded.map((event) => event.payload)).toMatchObject([{ index: 2, stepCount: 3, outcome: "ok" }]);
});

it("takes the journals of many episodes in one batch", async () => {
  const { worker, episodes, run } = await createFleet(fixture.ctx, { desktops: 8, tasks: 8 });
  const entries = episodes.flatMap((episode) => buildJournal(episode.id, { steps: 10 }));
  const answer = await ingestJournal(fixture.ctx, { workerId: worker.id, entries });
  expect(Object.values(answer.stored)).toEqual(Array(8).fill(14));
  const rows = await readEpisodes(fixture.ctx, run.id);
  expect(rows.map((row) => [row.verdict, row.stepCount])).toEqual(Array(8).fill(["succeeded", 10]));
});
