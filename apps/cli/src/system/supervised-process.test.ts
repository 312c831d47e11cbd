import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { processStartTime } from "./running-file.ts";
import { type ProcessEvent, SupervisedProcess } from "./supervised-process.ts";

function supervise(script: string) {
  const logFile = join(mkdtempSync(join(tmpdir(), "deskrl-process-")), "logs", "part.log");
  const events: ProcessEvent[] = [];
  const part = new SupervisedProcess(
    { name: "part", command: process.execPath, args: ["-e", script], env: process.env, logFile },
    (event) => events.push(event),
  );
  part.start();
  return { part, events, logFile };
}

test("a killed process is started again, with a new pid", async () => {
  const { part } = supervise("setInterval(() => {}, 1000)");
  const first = part.pid;
  expect(part.kill("SIGKILL")).toBe(true);
  await vi.waitFor(() => expect(part.restarts).toBe(1), { timeout: 5_000 });
  await vi.waitFor(() => expect(part.pid).not.toBeNull(), { timeout: 5_000 });
  expect(part.pid).not.toBe(first);
  await part.stop();
});

test("a stopped process stays stopped, even one that ignores SIGTERM", async () => {
  const { part, events } = supervise(
    "process.on('SIGTERM', () => {}); console.log('up'); setInterval(() => {}, 1000)",
  );
  await vi.waitFor(() => expect(part.lastLines).toContain("up"), { timeout: 5_000 });
  await part.stop(200);
  expect(part.pid).toBeNull();
  expect(events.at(-1)).toMatchObject({ kind: "ended", signal: "SIGKILL" });
  expect(events.filter((event) => event.kind === "started")).toHaveLength(1);
});

test("what it writes is in its log and its last lines are at hand for an error message", async () => {
  const { part, logFile } = supervise(
    "console.log('one'); console.error('two'); setInterval(() => {}, 1000)",
  );
  await vi.waitFor(() => expect(part.lastLines).toEqual(expect.arrayContaining(["one", "two"])), {
    timeout: 5_000,
  });
  await part.stop();
  expect(readFileSync(logFile, "utf8")).toContain("two");
});

test("when the launcher is killed, what it started ends by itself", async () => {
  const preload = new URL("./exit-with-parent.mjs", import.meta.url).href;
  const launcher = spawn(
    process.execPath,
    [
      "-e",
      `const child = require("node:child_process").spawn(process.execPath,
         ["--import", ${JSON.stringify(preload)}, "-e", "setInterval(() => {}, 1000)"],
         { detached: true, stdio: ["pipe", "ignore", "ignore"] });
       console.log(child.pid); setInterval(() => {}, 1000);`,
    ],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  const pid = Number(await new Promise((resolve) => launcher.stdout.once("data", resolve)));
  expect(processStartTime(pid)).not.toBeNull();
  launcher.kill("SIGKILL");
  await vi.waitFor(() => expect(processStartTime(pid)).toBeNull(), { timeout: 5_000 });
});
