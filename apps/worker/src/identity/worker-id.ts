import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError, idSchema, newId } from "@deskrl/domain";
import { writeFileDurably } from "../lib/write-file-durably.ts";

/**
 * This worker's id: made once and kept in its data folder, so that a restarted worker is the same worker.
 * @throws AppError `conflict` when the file holds something else
 */
export async function loadWorkerId(dataDir: string, makeId: typeof newId = newId): Promise<string> {
  const path = join(dataDir, "worker-id");
  const found = await readFile(path, "utf8").catch(() => null);
  if (found === null) {
    const id = makeId("worker");
    await writeFileDurably(path, `${id}\n`);
    return id;
  }
  const parsed = idSchema("worker").safeParse(found.trim());
  if (parsed.success) return parsed.data;
  throw new AppError("conflict", `The file holds no worker id: ${JSON.stringify(found.slice(0, 60))}.`, {
    where: path,
    fix: "Remove the file to start as a new worker, or restore it.",
  });
}
