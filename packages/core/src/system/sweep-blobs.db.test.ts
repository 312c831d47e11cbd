import { withContext } from "@deskrl/testing/database";
import { beforeEach, expect, it } from "vitest";
import { clearFleet, createFleet } from "../testing/fleet.ts";
import { sweepBlobs } from "./sweep-blobs.ts";

const fixture = withContext();
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The store's files carry the real time, so the clock of the sweep starts from it. */
const later = (ms: number) => ({ ...fixture.ctx, clock: () => new Date(Date.now() + ms) });
const put = (text: string) => fixture.ctx.blobs.put(new TextEncoder().encode(text), "text/plain");

beforeEach(async () => {
  await clearFleet(fixture.ctx);
  for await (const hash of fixture.ctx.blobs.iterate()) await fixture.ctx.blobs.delete(hash);
});

it("removes what nothing refers to once it is old enough, and says how much", async () => {
  const orphan = await put("orphan");
  expect(await sweepBlobs(later(DAY_MS - 1_000))).toMatchObject({ blobs: 1, unreferenced: 0 });
  expect(await sweepBlobs(later(DAY_MS + 1_000), { dryRun: true })).toEqual({
    ...{ blobs: 1, bytes: 6, unreferenced: 1, unreferencedBytes: 6 },
  });
  expect(await fixture.ctx.blobs.has(orphan), "a dry run removes nothing").toBe(true);
  expect(await sweepBlobs(later(DAY_MS + 1_000))).toMatchObject({ unreferenced: 1 });
  expect(await fixture.ctx.blobs.has(orphan)).toBe(false);
});

it("keeps what an episode or a task refers to, however old it is", async () => {
  const { episodes, suite } = await createFleet(fixture.ctx);
  const [picture, file] = [await put("picture"), await put("file")];
  const { prisma } = fixture.ctx.db;
  await prisma.episode.update({ where: { id: episodes[0]?.id ?? "" }, data: { finalScreenshot: picture } });
  await prisma.task.updateMany({
    where: { suiteId: suite.suite.id },
    data: { files: [{ name: "a.xlsx", hash: file }] },
  });
  expect(await sweepBlobs(later(100 * DAY_MS))).toMatchObject({ blobs: 2, unreferenced: 0 });
  await clearFleet(fixture.ctx);
  expect(await sweepBlobs(later(100 * DAY_MS))).toMatchObject({ blobs: 2, unreferenced: 2 });
});

it("refuses a grace that journals on their way would not survive", async () => {
  await expect(sweepBlobs(fixture.ctx, { graceMs: HOUR_MS - 1 })).rejects.toMatchObject({
    code: "invalid_input",
  });
});
