import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { formatLease, leaseHolderLives, ownLease, parseLease } from "./process-lease.ts";

test("a lease survives being written to a label", () => {
  expect(parseLease(formatLease(ownLease()))).toEqual(ownLease());
  expect(parseLease("something else")).toBeNull();
});

test("the holder lives while its process does, and not after", async () => {
  expect(leaseHolderLives(ownLease())).toBe(true);
  const child = spawn("true");
  await once(child, "exit");
  expect(leaseHolderLives({ ...ownLease(), pid: child.pid ?? 0 })).toBe(false);
});

test("another process that got the same id is not the holder", () => {
  expect(leaseHolderLives({ ...ownLease(), startedAt: "1" })).toBe(false);
  expect(leaseHolderLives({ ...ownLease(), boot: "another" })).toBe(false);
});
