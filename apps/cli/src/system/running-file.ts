import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { z } from "zod";

/** What runs on a data folder now. The start time tells a living process from a stranger with a reused pid. */
export const RunningSystem = z.object({
  url: z.string(),
  /** With its password: the file is readable by its owner only. */
  databaseUrl: z.string(),
  launcher: z.object({ pid: z.number().int(), startTime: z.string() }),
  children: z.array(z.object({ name: z.string(), pid: z.number().int(), startTime: z.string() })),
});
export type RunningSystem = z.infer<typeof RunningSystem>;

/** The kernel's start time of a process in clock ticks since boot, or null when it does not run (or is not Linux). */
export function processStartTime(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}

/** True when this very process still runs. */
export function isSameProcess(entry: { pid: number; startTime: string }): boolean {
  return processStartTime(entry.pid) === entry.startTime;
}

/** The system noted in the file, or null when none is or the note cannot be read. */
export function readRunning(file: string): RunningSystem | null {
  if (!existsSync(file)) return null;
  try {
    return RunningSystem.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}

export function writeRunning(file: string, running: RunningSystem): void {
  writeFileSync(`${file}.new`, JSON.stringify(running, null, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export function clearRunning(file: string): void {
  rmSync(file, { force: true });
}

/**
 * Ends what a launcher that died without cleaning up left behind: only processes that are still the very ones noted.
 * @returns names of the processes that were ended
 */
export async function endLeftovers(running: RunningSystem): Promise<string[]> {
  const alive = running.children.filter(isSameProcess);
  for (const child of alive) process.kill(child.pid, "SIGTERM");
  const deadline = Date.now() + 10_000;
  while (alive.some(isSameProcess) && Date.now() < deadline)
    await new Promise((done) => setTimeout(done, 100));
  for (const child of alive) if (isSameProcess(child)) process.kill(child.pid, "SIGKILL");
  return alive.map((child) => child.name);
}
