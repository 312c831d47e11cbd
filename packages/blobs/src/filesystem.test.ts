import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFilesystemBlobStore } from "./filesystem.ts";
import { testBlobStore } from "./testing/contract.ts";

let base = "";
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), "deskrl-blobs-"));
});
afterAll(() => rm(base, { recursive: true, force: true }));
const newRoot = () => mkdtemp(join(base, "store-"));

testBlobStore("filesystem", async () => createFilesystemBlobStore({ root: await newRoot() }));

it("gives an error, not bytes, when the stored bytes were changed", async () => {
  const root = await newRoot();
  const store = createFilesystemBlobStore({ root });
  const hash = await store.put(new TextEncoder().encode("original"), "text/plain");
  await writeFile(join(root, "sha256", hash.slice(0, 2), hash.slice(2, 4), hash), "modified");
  await expect(store.get(hash)).rejects.toMatchObject({
    code: "internal",
    message: expect.stringContaining(hash),
  });
});

it("writes a blob anew over one that was cut short", async () => {
  const root = await newRoot();
  const store = createFilesystemBlobStore({ root });
  const bytes = new TextEncoder().encode("whole");
  const hash = await store.put(bytes, "text/plain");
  await writeFile(join(root, "sha256", hash.slice(0, 2), hash.slice(2, 4), hash), "who");
  await store.put(bytes, "text/plain");
  expect(Buffer.from(await store.get(hash)).toString()).toBe("whole");
});

it("leaves no temporary file behind", async () => {
  const root = await newRoot();
  const store = createFilesystemBlobStore({ root });
  await Promise.all(["a", "b", "a"].map((text) => store.put(new TextEncoder().encode(text), "text/plain")));
  expect(await readdir(join(root, "incoming"))).toEqual([]);
});

/** A file system of 256 KiB; null, with the reason, where this user may not mount one. */
function mountTiny(): { path: string } | { reason: string } {
  const path = mkdtempSync(join(tmpdir(), "deskrl-tiny-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", path], { stdio: "pipe" });
    return { path };
  } catch (error) {
    rmSync(path, { recursive: true });
    return {
      reason: error instanceof Error ? (error.message.split("\n")[1] ?? error.message) : String(error),
    };
  }
}

describe("a full disk", () => {
  const mounted = mountTiny();
  afterAll(() => {
    if (!("path" in mounted)) return;
    execFileSync("umount", [mounted.path]);
    rmSync(mounted.path, { recursive: true });
  });

  it("is a disk_full error, and what was stored before stays readable", async (test) => {
    if ("reason" in mounted) return test.skip(`no small file system can be mounted: ${mounted.reason}`);
    const store = createFilesystemBlobStore({ root: mounted.path });
    const small = await store.put(new TextEncoder().encode("small"), "text/plain");
    const large = crypto.getRandomValues(new Uint8Array(60_000));
    const writes = Array.from({ length: 8 }, (_, index) =>
      store.put(
        large.map((byte) => byte ^ index),
        "a/b",
      ),
    );
    const outcomes = await Promise.allSettled(writes);
    const failures = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(failures.length).toBeGreaterThan(0);
    for (const { reason } of failures)
      expect(reason).toMatchObject({
        code: "disk_full",
        where: mounted.path,
        fix: expect.stringContaining("Free space"),
      });
    expect(Buffer.from(await store.get(small)).toString()).toBe("small");
    const leftovers = await readdir(join(mounted.path, "incoming"));
    expect(leftovers).toEqual([]);
    expect(
      await readFile(join(mounted.path, "sha256", small.slice(0, 2), small.slice(2, 4), small), "utf8"),
    ).toBe("small");
  });
});
