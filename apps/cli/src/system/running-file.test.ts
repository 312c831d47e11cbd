import { spawn } from "node:child_process";
import { mkdtempSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  endLeftovers,
  isSameProcess,
  processStartTime,
  type RunningSystem,
  readRunning,
  writeRunning,
} from "./running-file.ts";

const file = () => join(mkdtempSync(join(tmpdir(), "deskrl-running-")), "running.json");
const self = { pid: process.pid, startTime: processStartTime(process.pid) ?? "" };
const system = (children: RunningSystem["children"]): RunningSystem => ({
  url: "http://127.0.0.1:1",
  databaseUrl: "postgresql://user:secret@127.0.0.1:2/db",
  launcher: self,
  children,
});

function sleeper() {
  const child = spawn("sleep", ["60"], { stdio: "ignore" });
  const pid = child.pid ?? 0;
  return { child, entry: { name: "sleeper", pid, startTime: processStartTime(pid) ?? "" } };
}

test("what is noted can be read back, by its owner only, for it holds the database's password", () => {
  const path = file();
  writeRunning(path, system([]));
  expect(readRunning(path)).toEqual(system([]));
  expect(statSync(path).mode & 0o077).toBe(0);
});

test("a note that was cut in half counts as none", () => {
  const path = file();
  writeFileSync(path, '{"url": "http://127');
  expect(readRunning(path)).toBeNull();
});

test("a process that was given a used pid is not taken for the one that was noted", () => {
  expect(isSameProcess(self)).toBe(true);
  expect(isSameProcess({ pid: process.pid, startTime: "1" })).toBe(false);
});

test("leftovers are ended, strangers with their pid are not", async () => {
  const left = sleeper();
  const stranger = sleeper();
  const ended = await endLeftovers(system([left.entry, { ...stranger.entry, startTime: "1" }]));
  expect(ended).toEqual(["sleeper"]);
  expect(isSameProcess(left.entry)).toBe(false);
  expect(isSameProcess(stranger.entry)).toBe(true);
  stranger.child.kill("SIGKILL");
});
