import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../testing/temporary-directory.ts";
import { lockDataDir } from "./data-dir-lock.ts";
import { loadWorkerId } from "./worker-id.ts";

test("a worker keeps its id over restarts, and a file that holds none is told", async () => {
  const dir = await temporaryDirectory();
  const id = await loadWorkerId(dir);
  expect(id).toMatch(/^wrk_/);
  expect(await loadWorkerId(dir)).toBe(id);
  await writeFile(join(dir, "worker-id"), "hello");
  await expect(loadWorkerId(dir)).rejects.toMatchObject({ code: "conflict", where: join(dir, "worker-id") });
});

test("two workers never share a data folder, and the message says what to do", async () => {
  const dir = await temporaryDirectory();
  const lock = await lockDataDir(dir);
  await expect(lockDataDir(dir)).rejects.toMatchObject({
    code: "conflict",
    where: dir,
    fix: expect.stringContaining("DESKRL_DATA_DIR"),
  });
  await lock.release();
  await (await lockDataDir(dir)).release();
});

test("a killed worker's lock is taken over, also when its process number lives on as another", async () => {
  const dir = await temporaryDirectory();
  const child = spawn("sleep", ["60"]);
  const holder = { pid: child.pid, startedAt: "not its start", token: "old" };
  await writeFile(join(dir, "worker.lock"), JSON.stringify(holder));
  const lock = await lockDataDir(dir);
  await lock.release();
  child.kill("SIGKILL");
  await once(child, "exit");
  await writeFile(join(dir, "worker.lock"), JSON.stringify({ ...holder, startedAt: null }));
  const next = await lockDataDir(dir);
  expect(JSON.parse(await readFile(join(dir, "worker.lock"), "utf8"))).toMatchObject({ pid: process.pid });
  await next.release();
});

test("of many that find a stale lock at once, exactly one gets it", async () => {
  const dir = await temporaryDirectory();
  await writeFile(join(dir, "worker.lock"), "torn");
  const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataDir(dir)));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});
