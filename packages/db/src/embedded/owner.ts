import { readFile, writeFile } from "node:fs/promises";
import { z } from "zod";

const Owner = z.object({ pid: z.number().int(), startTime: z.string() });

/** When a process began, in the kernel's ticks; tells a process from a later one with the same number. */
async function startTimeOf(pid: number): Promise<string | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    try {
      process.kill(pid, 0);
      return "";
    } catch {
      return null;
    }
  }
}

/** The process that runs this data folder's server, if it still lives. */
export async function livingOwner(file: string): Promise<number | null> {
  try {
    const owner = Owner.parse(JSON.parse(await readFile(file, "utf8")));
    const startTime = await startTimeOf(owner.pid);
    return startTime !== null && startTime === owner.startTime ? owner.pid : null;
  } catch {
    return null;
  }
}

/** Notes this process as the owner. */
export async function writeOwner(file: string): Promise<void> {
  const owner = { pid: process.pid, startTime: (await startTimeOf(process.pid)) ?? "" };
  await writeFile(file, `${JSON.stringify(owner)}\n`);
}
