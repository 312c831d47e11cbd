import { expect, test } from "vitest";
import { whyClosed } from "./watermarks.ts";

const machine = (memoryAvailableMib: number, memoryMib = 32_000) => ({
  memoryMib,
  load: { cpu: 0.5, memoryAvailableMib, engineLatencyMs: null },
});
const DISK = { code: "disk_full", message: "Takes no episode: 3 MiB left.", fix: "Free space." };

test("a machine with memory is open, one that has not said is too", () => {
  expect(whyClosed(machine(8_000), undefined)).toBeUndefined();
  expect(whyClosed({ memoryMib: 32_000 }, undefined)).toBeUndefined();
});

test("short of memory it closes, and opens again only with some to spare", () => {
  const closed = whyClosed(machine(639), undefined);
  expect(closed).toMatchObject({ code: "memory_low", message: expect.stringContaining("639 MiB of 32000") });
  expect(whyClosed(machine(641), undefined)).toBeUndefined();
  expect(whyClosed(machine(641), closed)).toMatchObject({ code: "memory_low" });
  expect(whyClosed(machine(1_280), closed)).toBeUndefined();
});

test("a small machine keeps a least amount", () => {
  expect(whyClosed(machine(255, 2_000), undefined)).toMatchObject({ code: "memory_low" });
  expect(whyClosed(machine(257, 2_000), undefined)).toBeUndefined();
});

test("what the worker says of its disks comes first, and is no reason once it says so no more", () => {
  expect(whyClosed({ ...machine(10), closedFor: DISK }, undefined)).toEqual(DISK);
  expect(whyClosed(machine(8_000), DISK)).toBeUndefined();
});
