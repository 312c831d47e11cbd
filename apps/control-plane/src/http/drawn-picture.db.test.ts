import type { createCoreContext } from "@deskrl/core";
import { createEpisode, createRunRow, createSuite, recordScreens } from "@deskrl/testing";
import { EpisodeReplayer } from "@deskrl/training/replay";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ControlPlaneResource, controlPlaneResource } from "../testing/control-plane-resource.ts";

let cp: ControlPlaneResource;
beforeAll(async () => {
  cp = await controlPlaneResource();
  Object.assign(cp.core, { replayer: new EpisodeReplayer() } satisfies Partial<
    ReturnType<typeof createCoreContext>
  >);
});
afterAll(() => cp.stop());

const get = (path: string) =>
  fetch(`${cp.url}/api/blobs/${path}`, { headers: { authorization: `Bearer ${cp.tokens.operator}` } });

test("a screen of a simulated desktop is served as it was, also after a restart; what is missing is said", async () => {
  const { db } = cp.core;
  const suite = await createSuite(cp.core);
  const run = await createRunRow(cp.core, suite);
  const [task] = suite.tasks;
  if (!task) throw new Error("a suite has tasks");
  const { id } = await createEpisode(cp.core, { run, task });
  const screens = await recordScreens(["files", "libreoffice calc"]);
  await db.prisma.screenRecording.createMany({
    data: screens.map(({ recording }, index) => ({ episodeId: id, index, recording })),
  });
  for (const restart of [false, true]) {
    if (restart) await cp.restart();
    const whole = await get(`${id}.1`);
    expect(whole.headers.get("content-type")).toBe("image/png");
    expect(Buffer.compare(Buffer.from(await whole.arrayBuffer()), Buffer.from(screens[1]?.png ?? []))).toBe(
      0,
    );
    const small = await get(`${id}.1?width=320`);
    expect(small.headers.get("content-type")).toBe("image/jpeg");
  }
  await db.prisma.screenRecording.delete({ where: { episodeId_index: { episodeId: id, index: 0 } } });
  const missing = await get(`${id}.1`);
  expect(missing.status).toBe(404);
  expect(await missing.json()).toMatchObject({
    code: "not_found",
    message: expect.stringContaining(`The picture ${id}.1 is not available.`),
  });
});
