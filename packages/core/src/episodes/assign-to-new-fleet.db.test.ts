import { newId } from "@deskrl/domain";
import { withContext } from "@deskrl/testing/database";
import { createEnvironment, createRunRow, createSuite, createWorker } from "@deskrl/testing/factories";
import { expect, it } from "vitest";
import { advanceRuns } from "../runs/advance-runs.ts";
import { clearFleet, LEASE_TTL_MS, readEpisodes } from "../testing/fleet.ts";
import { assignEpisodes } from "./assign-episodes.ts";

const fixture = withContext();
const DESKTOPS = 3_000;

it("a fleet that has just come up, of which PostgreSQL has no statistics yet, is given its episodes at once", async () => {
  const { ctx } = fixture;
  await clearFleet(ctx);
  const worker = await createWorker(ctx, { desktops: DESKTOPS });
  const one = await createEnvironment(ctx, { workerId: worker.id });
  const { templateSpec, ...columns } = one;
  // What it knows of the table is from a time when it held one row.
  await ctx.db.prisma.$executeRaw`ANALYZE environments`;
  await ctx.db.prisma.environment.createMany({
    data: Array.from({ length: DESKTOPS - 1 }, () => ({
      ...columns,
      templateSpec: templateSpec ?? {},
      id: newId("environment"),
    })),
  });
  const suite = await createSuite(ctx, { tasks: 5 });
  const run = await createRunRow(ctx, suite, { spec: { episodes: 200, desktops: DESKTOPS } });
  await advanceRuns(ctx);
  const assigned = await assignEpisodes(ctx, { leaseTtlMs: LEASE_TTL_MS, limit: 200 });
  expect(new Set(assigned.map((item) => item.environmentId)).size).toBe(200);
  const rows = await readEpisodes(ctx, run.id);
  expect(rows.filter((row) => row.state === "resetting")).toHaveLength(200);
});
