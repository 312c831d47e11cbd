import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { createSimProvider } from "@deskrl/desktops/sim";
import type { DiskFacts, WorkerProblem } from "@deskrl/domain";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../testing/temporary-directory.ts";
import { createFactsCollector } from "./collect-facts.ts";
import { judgeDisks } from "./judge-disks.ts";

const shell = promisify(execFile);
const disk = (freeMib: number, freeInodes: number | null = 1_000_000): DiskFacts => ({
  ...{ role: "data", path: "/data", freeMib, totalMib: 10_000, freeInodes },
});

test("a disk under the mark closes the worker, with what to do; it opens again only well above", () => {
  const closed = judgeDisks([disk(500)], undefined);
  expect(closed).toMatchObject({
    code: "disk_full",
    message: "Takes no episode: 500 MiB left on the disk that holds the journal and the pictures (/data).",
    fix: expect.stringContaining("768 MiB"),
  });
  expect(judgeDisks([disk(600)], closed)).toBeDefined();
  expect(judgeDisks([disk(600)], undefined)).toBeUndefined();
  expect(judgeDisks([disk(800)], closed)).toBeUndefined();
});

test("a disk without inodes is as full as one without bytes", () => {
  const closed: WorkerProblem | undefined = judgeDisks([disk(9_000, 100)], undefined);
  expect(closed?.message).toContain("100 inodes left");
  expect(judgeDisks([disk(9_000, null)], undefined)).toBeUndefined();
});

const collectorIn = (dataDir: string) =>
  createFactsCollector({
    provider: createSimProvider({ ownerId: "wrk_facts" }),
    dataDir,
    simulatedFor: null,
    trainers: 0,
    signal: new AbortController().signal,
  });

test("this machine is measured: its limits once, its load from the second look on", async () => {
  const collect = collectorIn(await temporaryDirectory());
  const first = await collect();
  const second = await collect();
  expect(first.machine?.kvm.how).toBeTruthy();
  expect(second.machine?.kvm).toBe(first.machine?.kvm);
  expect(first.load?.cpu).toBeNull();
  expect(first.load?.memoryAvailableMib).toBeGreaterThan(0);
  expect(second.disks).toMatchObject([{ role: "data", freeMib: expect.any(Number) }]);
});

test("bridge ports are counted at each look, since every desktop takes one", async () => {
  const left = [1_023, 900];
  const collect = createFactsCollector({
    ...{ provider: createSimProvider({ ownerId: "wrk_facts" }), dataDir: await temporaryDirectory() },
    ...{ simulatedFor: null, trainers: 0, labels: ["gpu"], signal: new AbortController().signal },
    countBridgePorts: async () => left.shift() ?? null,
  });
  expect(await collect()).toMatchObject({ labels: ["gpu"], machine: { bridgePortsLeft: 1_023 } });
  expect(await collect()).toMatchObject({ machine: { bridgePortsLeft: 900 } });
});

test.skipIf(process.getuid?.() !== 0)(
  "a real disk that fills up closes the worker, and opens it when freed",
  async () => {
    const dir = await temporaryDirectory();
    await shell("mount", ["-t", "tmpfs", "-o", "size=800m", "tmpfs", dir]);
    try {
      const collect = collectorIn(dir);
      expect((await collect()).closedFor).toBeUndefined();
      await shell("fallocate", ["-l", "400M", join(dir, "filler")]);
      expect((await collect()).closedFor).toMatchObject({
        code: "disk_full",
        message: expect.stringContaining(dir),
      });
      await writeFile(join(dir, "filler"), "");
      expect((await collect()).closedFor).toBeUndefined();
    } finally {
      await shell("umount", ["-l", dir]);
    }
  },
);
