import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type ControlPlaneResource, controlPlaneResource } from "../testing/control-plane-resource.ts";
import { DataDisk } from "./data-disk.ts";

const SOON = { timeout: 20_000, interval: 50 };
let freeMib = 10_000;
const disk = new DataDisk("/data", async () => ({ freeMib, freeInodes: null }));
let cp: ControlPlaneResource;
beforeAll(async () => {
  cp = await controlPlaneResource({ disk });
});
afterAll(() => cp.stop());

test("a full disk refuses new runs and hands out nothing, says so, takes what workers send, and goes on", async () => {
  const suite = "small";
  const spec = { suite, policy: "oracle", episodes: 2, desktops: 2 } as const;
  const queued = await cp.program.run.create.mutate(spec);
  freeMib = 3;
  await disk.look();
  await expect(cp.program.run.create.mutate(spec)).rejects.toThrow("3 MiB left");
  expect((await cp.program.system.status.query()).housekeeping.problem).toMatchObject({ code: "disk_full" });

  const worker = await cp.startWorker({ desktops: 2 });
  await worker.take("desiredEnvironments", ({ environments }) => environments.length === 2);
  for (const id of worker.environmentIds) worker.report(id, "ready");
  await vi.waitFor(async () => expect(await ready()).toBe(2), SOON);
  const { stored } = await worker.client.ingest({ workerId: worker.workerId, entries: [] });
  expect(stored).toEqual({});
  expect((await cp.program.run.byId.query({ id: queued.id })).counts.active).toBe(0);

  freeMib = 10_000;
  await disk.look();
  expect((await worker.take("assignEpisode")).environmentId).toBe(worker.environmentIds[0]);
});

const ready = async () => (await cp.program.worker.list.query({})).items[0]?.readyDesktops;
