import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { assertDiskSpace, describeHost, hostFacts } from "./host-facts.ts";

test("a disk below the mark refuses a start before it begins", async () => {
  const marks = { freeMib: Number.MAX_SAFE_INTEGER, freeInodes: 0 };
  await expect(assertDiskSpace(tmpdir(), marks)).rejects.toMatchObject({
    code: "disk_full",
    where: tmpdir(),
  });
});

test("running out of inodes counts as a full disk", async () => {
  const marks = { freeMib: 0, freeInodes: Number.MAX_SAFE_INTEGER };
  await expect(assertDiskSpace("/", marks)).rejects.toMatchObject({
    message: expect.stringContaining("inodes"),
  });
});

test("a disk that cannot be seen from here does not stop anything", async () => {
  await expect(assertDiskSpace("/no/such/folder")).resolves.toBeUndefined();
});

test("the facts of the machine fit on a line", async () => {
  expect(describeHost(await hostFacts("/"))).toMatch(/^kernel .+, \d+ cores at load .+ MiB disk free$/);
});
