import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { zipStream } from "./zip-stream.ts";

async function* files() {
  yield { path: "a/result.txt", bytes: Buffer.from("1.0\n") };
  yield { path: "a/step_1.png", bytes: Buffer.alloc(100_000, 7) };
}

test("the archive opens with an ordinary unzip and holds every byte", async () => {
  const folder = mkdtempSync(join(tmpdir(), "deskrl-zip-"));
  try {
    await writeFile(join(folder, "all.zip"), zipStream(files()));
    execFileSync("python3", ["-m", "zipfile", "-e", "all.zip", "out"], { cwd: folder });
    expect(readFileSync(join(folder, "out/a/result.txt"), "utf8")).toBe("1.0\n");
    expect(readFileSync(join(folder, "out/a/step_1.png"))).toEqual(Buffer.alloc(100_000, 7));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a failure in the middle breaks the stream instead of ending it", async () => {
  async function* broken() {
    yield { path: "a.txt", bytes: Buffer.from("x") };
    throw new Error("the store is gone");
  }
  const read = async () => {
    for await (const _ of zipStream(broken()));
  };
  await expect(read()).rejects.toThrow("the store is gone");
});
