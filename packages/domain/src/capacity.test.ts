import { expect, it } from "vitest";
import { estimateCapacity } from "./capacity.ts";
import type { MachineFacts } from "./worker.ts";

const MACHINE: MachineFacts = {
  kvm: { state: "absent", how: "no device" },
  gpus: [],
  pidMax: 4_194_304,
  fileMax: 9_223_372,
  openFilesLimit: 1_048_576,
  inotifyInstances: 8_192,
  inotifyWatches: 524_288,
  aioMax: 1_048_576,
  bridgePortsLeft: 1_000,
};
const facts = (change: Partial<MachineFacts> = {}, memoryMib = 524_288) => ({
  provider: "docker" as const,
  memoryMib,
  machine: { ...MACHINE, ...change },
  disks: [{ role: "engine" as const, path: "/", freeMib: 500_000, totalMib: 900_000, freeInodes: 1_000_000 }],
});
const firstOf = (...args: Parameters<typeof facts>) => {
  const { desktops, first } = estimateCapacity(facts(...args));
  return [desktops, first?.name];
};

it("names what comes first on a machine as it is delivered, and what raises it", () => {
  expect(firstOf({ inotifyInstances: 128 })).toEqual([25, "fs.inotify.max_user_instances"]);
  const { first } = estimateCapacity(facts({ inotifyInstances: 128 }));
  expect(first).toMatchObject({
    because: "128 in all, 5 a desktop",
    fix: expect.stringContaining("sysctl -w fs.inotify.max_user_instances=8192"),
  });
  expect(firstOf({ pidMax: 32_768 })).toEqual([218, "kernel.pid_max"]);
});

it("leaves a part of the memory to the machine, and never counts below nothing", () => {
  expect(firstOf({}, 8_192)).toEqual([33, "memory"]);
  expect(firstOf({}, 512)).toEqual([0, "memory"]);
});

it("knows that a further bridge is made when one is full", () => {
  const bridges = estimateCapacity(facts()).limits.find(({ name }) => name === "bridge networks");
  expect(bridges).toMatchObject({ desktops: 10_000, because: "500 on each of 20 bridges" });
});

it("leaves out what could not be read", () => {
  const { limits } = estimateCapacity(facts({ pidMax: null, fileMax: null, aioMax: null }));
  expect(limits.map(({ name }) => name)).not.toContain("kernel.pid_max");
  expect(estimateCapacity({ provider: "docker", memoryMib: 8_192 }).limits).toHaveLength(1);
});

it("holds many more simulated desktops, by memory alone", () => {
  expect(estimateCapacity({ ...facts({}, 24_000), provider: "sim" })).toMatchObject({
    desktops: 10_800,
    first: { name: "memory" },
  });
});
