import { withContext } from "@deskrl/testing/database";
import { beforeEach, expect, it } from "vitest";
import { clearFleet, createFleet, LEASE_TTL_MS } from "../testing/fleet.ts";
import { readGauges } from "./read-gauges.ts";

const fixture = withContext();
beforeEach(() => clearFleet(fixture.ctx));

it("counts nothing where there is nothing", async () => {
  expect(await readGauges(fixture.ctx)).toEqual({
    ...{ workers: [], desktops: [], episodes: [], trainingJobs: [] },
    ...{ expiredLeases: 0, journalBacklog: 0, latestSequence: 0 },
  });
});

it("counts workers, desktops, the queue, and leases that ran out", async () => {
  await createFleet(fixture.ctx, { desktops: 2, tasks: 2, spec: { episodes: 5 } });
  const before = await readGauges(fixture.ctx);
  expect(before).toMatchObject({
    workers: [{ state: "online", desired: "active", count: 1 }],
    episodes: [
      { state: "queued", count: 3 },
      { state: "resetting", count: 2 },
    ],
    expiredLeases: 0,
  });
  expect(before.desktops).toMatchObject([{ state: "leased", count: 2 }]);
  expect(before.latestSequence).toBeGreaterThan(0);
  fixture.clock.advance(LEASE_TTL_MS + 1);
  expect(await readGauges(fixture.ctx)).toMatchObject({
    workers: [{ state: "lost", count: 1 }],
    expiredLeases: 2,
  });
});
