import { spawn } from "node:child_process";
import { expect, test, vi } from "vitest";

const RUN_AS_CHILD = new URL("./run-as-child.ts", import.meta.url).href;

/** A trainer that never comes out of its unit of work once its job has begun. */
const STUCK = `
  import { runAsChild } from ${JSON.stringify(RUN_AS_CHILD)};
  void runAsChild({ create: async () => { throw new Error("not asked") }, verify: async () => {} });
  setTimeout(() => { console.error("stuck"); for (;;); }, 300);
`;

/** Its worker: says the trainer's pid, and that it is stuck. */
const WORKER = `
  const child = require("node:child_process").spawn(process.execPath,
    ["--import", "tsx", "--input-type=module", "-e", ${JSON.stringify(STUCK)}], { stdio: ["pipe", "ignore", "pipe"] });
  child.stderr.on("data", (text) => { if (String(text).includes("stuck")) console.log(child.pid); });
  setInterval(() => {}, 1000);
`;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test("a trainer in the midst of its work ends when its worker is killed", async () => {
  const worker = spawn(process.execPath, ["-e", WORKER], { stdio: ["ignore", "pipe", "inherit"] });
  const pid = Number(await new Promise((resolve) => worker.stdout.once("data", resolve)));
  expect(isAlive(pid)).toBe(true);
  worker.kill("SIGKILL");
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 20_000, interval: 100 });
});
