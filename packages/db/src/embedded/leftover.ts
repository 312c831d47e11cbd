import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { PostgresBinaries } from "./binaries.ts";
import { type Command, exec } from "./exec.ts";

/** Whether a process has ended and only waits for a parent to take notice, which in a container may never happen. */
async function isZombie(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return stat.slice(stat.lastIndexOf(")") + 2).startsWith("Z");
}

/** Whether no process of that id runs any more, though it may still wait for its parent. */
async function hasEnded(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
    return await isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

/**
 * Ends a server that its owner left running when it was killed. A lock file of a server that is dead is PostgreSQL's
 * own affair, save one: it takes a zombie for alive, and so does the signal that asks.
 */
export async function stopLeftover(
  binaries: PostgresBinaries,
  cluster: string,
  command: Command,
): Promise<void> {
  const lockFile = join(cluster, "postmaster.pid");
  const pid = Number((await readFile(lockFile, "utf8").catch(() => "")).split("\n")[0]);
  if (pid > 0 && (await isZombie(pid))) await rm(lockFile, { force: true });
  const running = await exec(binaries.pg_ctl, ["status", "-D", cluster], command).then(
    () => true,
    () => false,
  );
  if (!running) return;
  try {
    await exec(binaries.pg_ctl, ["stop", "-D", cluster, "-m", "fast", "-w"], command);
  } catch (error) {
    // One that was killed at that moment leaves its lock file, which pg_ctl takes for a refusal to end.
    if (!(await hasEnded(pid))) throw error;
    if (await isZombie(pid)) await rm(lockFile, { force: true });
  }
}
