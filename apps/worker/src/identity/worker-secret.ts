import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeFileDurably } from "../lib/write-file-durably.ts";

/** The secret of this data folder, made once: another machine that has this worker's id does not have it. */
export async function loadWorkerSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, "worker-secret");
  const found = (await readFile(path, "utf8").catch(() => "")).trim();
  if (found) return found;
  const secret = randomBytes(24).toString("base64url");
  await writeFileDurably(path, `${secret}\n`);
  return secret;
}
