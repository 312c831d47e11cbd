import { withContext } from "@deskrl/testing/database";
import { HEALTHY_FACTS } from "@deskrl/testing/factories";
import { beforeEach, expect, it } from "vitest";
import { clearFleet, createFleet, LEASE_TTL_MS } from "../testing/fleet.ts";
import { connectedElsewhere } from "../workers/connected-elsewhere.ts";
import { disconnectWorker } from "../workers/disconnect-worker.ts";
import { registerWorker } from "../workers/register-worker.ts";
import { pendingAssignments } from "./pending-assignments.ts";

const fixture = withContext();
beforeEach(() => clearFleet(fixture.ctx));

it("finds what another process assigned, until it was handed over, was begun, or ran out", async () => {
  const { worker, assigned } = await createFleet(fixture.ctx, { desktops: 2, tasks: 2 });
  const workerIds = [worker.id];
  const find = (isKnown = (_: { episodeId: string }) => false) =>
    pendingAssignments(fixture.ctx, { workerIds, isKnown });
  expect(await find()).toEqual([...assigned].sort((a, b) => (a.episodeId < b.episodeId ? -1 : 1)));
  const [first, second] = assigned;
  expect(await find(({ episodeId }) => episodeId === first?.episodeId)).toMatchObject([
    { episodeId: second?.episodeId },
  ]);
  await fixture.ctx.db.prisma.episode.updateMany({
    where: { id: first?.episodeId ?? "" },
    data: { journalLength: 1 },
  });
  expect(await find()).toMatchObject([{ episodeId: second?.episodeId }]);
  fixture.clock.advance(LEASE_TTL_MS + 1);
  expect(await find()).toEqual([]);
  expect(await pendingAssignments(fixture.ctx, { workerIds: [], isKnown: () => false })).toEqual([]);
});

it("knows which living workers another control plane holds", async () => {
  const { ctx, clock } = fixture;
  const join = (workerId: string, connectedTo: string) =>
    registerWorker(ctx, {
      workerId,
      name: "w",
      version: "1",
      facts: HEALTHY_FACTS,
      desktops: 1,
      connectedTo,
    });
  await join("wrk_aaaaaaaaaaaaaaaaaaaa", "here");
  const epoch = await join("wrk_bbbbbbbbbbbbbbbbbbbb", "there");
  const elsewhere = () => connectedElsewhere(ctx, { instanceId: "here" });
  expect(await elsewhere()).toEqual(["wrk_bbbbbbbbbbbbbbbbbbbb"]);
  await disconnectWorker(ctx, { workerId: "wrk_bbbbbbbbbbbbbbbbbbbb", epoch: epoch - 1 });
  expect(await elsewhere(), "the end of an older connection says nothing of the newer").toHaveLength(1);
  clock.advance(60_000);
  expect(await elsewhere(), "its process may have died with it").toEqual([]);
  await join("wrk_bbbbbbbbbbbbbbbbbbbb", "there");
  await disconnectWorker(ctx, { workerId: "wrk_bbbbbbbbbbbbbbbbbbbb", epoch: epoch + 1 });
  expect(await elsewhere()).toEqual([]);
});
