import { createHash, randomUUID } from "node:crypto";
import { link, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AppError } from "@deskrl/domain";
import { z } from "zod";

/** Who holds the folder. The start time tells a process from a later one that was given the same number. */
const Holder = z.object({ pid: z.number().int(), startedAt: z.string().nullable(), token: z.string() });
type Holder = z.infer<typeof Holder>;

const SUCCESSION_KEPT_MS = 3_600_000;

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
  const text = JSON.stringify(own);
  await writeFile(draft, text, { mode: 0o600 });
  try {
    while (!(await take(path, draft, dataDir))) {
      // Someone else changed the lock meanwhile: look again.
    }
  } finally {
    await rm(draft, { force: true });
  }
  return {
    release: async () => {
      if ((await readText(path)) === text) await rm(path, { force: true });
    },
  };
}

/**
 * A dead holder has exactly one successor, whoever makes the link `after-<holder>` first; a successor that died has one in
 * turn. So of many that find a stale lock at once only one gets it. Links that are no longer needed stay for a while:
 * taken away at once, a slow rival could make them again.
 */
async function take(path: string, draft: string, dataDir: string): Promise<boolean> {
  // A link is made only if nobody has the name, and the file behind it is whole from the first moment.
  if (await linkNew(draft, path)) return true;
  const first = await readText(path);
  if (first === null) return false;
  for (let holder: string | null = first; holder !== null; ) {
    const known = parseHolder(holder);
    if (known !== null && (await isAlive(known))) throw inUse(dataDir, known);
    const succession = `${path}.after-${createHash("sha256").update(holder).digest("hex").slice(0, 16)}`;
    if (!(await linkNew(draft, succession))) {
      holder = await readText(succession);
      continue;
    }
    if ((await readText(path)) !== first) {
      await rm(succession, { force: true });
      return false;
    }
    await rename(draft, path);
    await removeOldSuccessions(path);
    return true;
  }
  return false;
}

async function linkNew(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

async function removeOldSuccessions(path: string): Promise<void> {
  for (const name of await readdir(dirname(path))) {
    const file = join(dirname(path), name);
    if (!file.startsWith(`${path}.after-`)) continue;
    const age = Date.now() - ((await stat(file).catch(() => null))?.ctimeMs ?? Number.POSITIVE_INFINITY);
    if (age > SUCCESSION_KEPT_MS) await rm(file, { force: true });
  }
}

function readText(path: string): Promise<string | null> {
  return readFile(path, "utf8").catch(() => null);
}

function parseHolder(text: string): Holder | null {
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
