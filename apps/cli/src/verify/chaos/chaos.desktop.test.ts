import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../paths.ts";

const MAIN = `import(${JSON.stringify(join(ROOT, "apps/cli/src/main.ts"))}).then((cli) => cli.main(process.argv.slice(1)))`;

/** `npm run deskrl -- verify chaos …` as a person types it. */
function verifyChaos(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, ["--import", "tsx", "-e", MAIN, "--", "verify", "chaos", ...args], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (data) => {
    stdout += data;
  });
  child.stderr.on("data", (data) => {
    stderr += data;
  });
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, stdout, stderr })));
}

test("two minutes of broken processes and links, on simulated and on real desktops, lose nothing and leave nothing", {
  timeout: 900_000,
}, async () => {
  const { code, stdout, stderr } = await verifyChaos("--minutes", "2", "--seed", "7", "--json");
  expect(stderr).toBe("");
  const audit = JSON.parse(stdout);
  expect(audit.broken).toEqual([]);
  expect(audit.withoutEngine).toBeNull();
  expect(Object.keys(audit.faults).length).toBeGreaterThan(5);
  expect(audit.stepsWritten).toBeGreaterThan(20);
  expect(code).toBe(0);
});
