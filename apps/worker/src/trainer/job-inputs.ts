import { createHash } from "node:crypto";
import { open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "@deskrl/domain";
import type { TrainerJob } from "@deskrl/protocol";

/** The files that a job names, read. */
export interface JobInputs {
  previous: Uint8Array | null;
  resume: Uint8Array | null;
  pools: Uint8Array[];
}

export async function readInputs(job: TrainerJob): Promise<JobInputs> {
  const read = (path: string | null) => (path === null ? null : readFile(path));
  const [previous, resume] = await Promise.all([read(job.previousCheckpoint), read(job.resumeCheckpoint)]);
  return { previous, resume, pools: await Promise.all(job.pools.map((path) => readFile(path))) };
}

export interface WrittenFile {
  path: string;
  hash: string;
  bytes: number;
}

/**
 * Writes a file of a job, whole or not at all, and reads it back.
 * @throws AppError `checkpoint_invalid` when what was read is not what was written
 */
export async function writeVerified(folder: string, name: string, bytes: Uint8Array): Promise<WrittenFile> {
  const path = join(folder, name);
  const handle = await open(`${path}.tmp`, "w");
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${path}.tmp`, path);
  const hash = sha256(bytes);
  if (sha256(await readFile(path)) === hash) return { path, hash, bytes: bytes.byteLength };
  throw new AppError("checkpoint_invalid", "A file that was just written reads back as something else.", {
    where: path,
    fix: "Check the disk of this worker.",
  });
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
