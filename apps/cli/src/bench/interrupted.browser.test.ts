import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { ROOT } from "../paths.ts";

const MAIN = 'import(process.cwd()+"/apps/cli/src/main.ts").then(m=>m.main(process.argv.slice(1)))';
const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** Command lines of every process of this machine. */
async function commandLines(): Promise<string[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  return Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")));
}

test.each(["fleet", "soak"])(
  "a bench of %s that is interrupted leaves no process and no folder, and says so",
  async (name) => {
    // PostgreSQL, an account of its own where we are root, passes through it.
    const folder = await mkdtemp(join(tmpdir(), "interrupted-"));
    folders.push(folder);
    await chmod(folder, 0o711);
    const child = spawn(
      process.execPath,
      ["--import", "tsx", "-e", MAIN, "--", "bench", name, "--desktops", "2"],
      {
        cwd: ROOT,
        env: { ...process.env, TMPDIR: folder },
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (data) => {
        said += data;
      });
    await vi.waitFor(() => expect(said).toContain("2 desktops up"), 120_000);
    expect((await commandLines()).some((line) => line.includes(folder))).toBe(true);
    child.kill("SIGINT");
    const [code] = await once(child, "exit");
    expect({ code, said }).toMatchObject({ code: 1, said: expect.stringContaining("Interrupted") });
    expect((await commandLines()).filter((line) => line.includes(folder))).toEqual([]);
    expect((await readdir(folder)).filter((entry) => entry.startsWith("deskrl-"))).toEqual([]);
  },
);
