import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "@deskrl/domain";
import { z } from "zod";

/** Who holds the folder. The start time tells a process from a later one that was given the same number. */
const Holder = z.object({ pid: z.number().int(), startedAt: z.string().nullable(), token: z.string() });
type Holder = z.infer<typeof Holder>;

export interface DataDirLock {
  release(): Promise<void>;
}

/**
 * Takes the data folder for this process. A holder that was killed is no obstacle.
 * @throws AppError `conflict` when a living process holds it
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const path = join(dataDir, "worker.lock");
  const own: Holder = { pid: process.pid, startedAt: await startTimeOf(process.pid), token: randomUUID() };
  const draft = `${path}.${own.token}`;
  await writeFile(draft, JSON.stringify(own), { mode: 0o600 });
  try {
    for (;;) {
      // A link is made only if nobody has the name: the file is whole from the first moment.
      if (await link(draft, path).then(() => true, isThere)) break;
      const holder = await readHolder(path);
      if (holder !== null && (await isAlive(holder))) throw inUse(dataDir, holder);
      await removeStale(path, holder);
    }
  } finally {
    await rm(draft, { force: true });
  }
  return {
    release: async () => {
      if ((await readHolder(path))?.token === own.token) await rm(path, { force: true });
    },
  };
}

function isThere(error: unknown): false {
  if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
  throw error;
}

/** Two that find the same stale lock race for it; moving it away shows the slower one that it took a fresh one. */
async function removeStale(path: string, stale: Holder | null): Promise<void> {
  const aside = `${path}.stale-${randomUUID()}`;
  const moved = await rename(path, aside).then(
    () => true,
    () => false,
  );
  if (!moved) return;
  const taken = await readHolder(aside);
  if (taken !== null && taken.token !== stale?.token) await link(aside, path).catch(() => {});
  await rm(aside, { force: true });
}

async function readHolder(path: string): Promise<Holder | null> {
  const text = await readFile(path, "utf8").catch(() => "");
  try {
    return Holder.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

async function isAlive({ pid, startedAt }: Holder): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  return startedAt === null || (await startTimeOf(pid)) === startedAt;
}

/** Start of a process in clock ticks since boot, where the system tells (Linux). */
async function startTimeOf(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  // The name in parentheses may hold blanks; after it, the start time is the 20th field.
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
}

function inUse(dataDir: string, { pid }: Holder): AppError {
  return new AppError("conflict", `Another worker (process ${pid}) uses this data folder.`, {
    where: dataDir,
    fix: "Stop that worker, or set DESKRL_DATA_DIR to a folder of its own.",
  });
}
