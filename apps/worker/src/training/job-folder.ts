import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "@deskrl/domain";
import type { TrainerJob } from "@deskrl/protocol";
import type { TrainingGateway } from "./training-gateway.ts";

/** Length and hash of a file, read from the disk. */
export async function measureFile(path: string): Promise<{ hash: string; bytes: number }> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { hash: hash.digest("hex"), bytes };
}

/**
 * Makes the folder of a job with the files it begins with, and gives the job as its trainer gets it: with paths.
 * @throws AppError `checkpoint_invalid` when what came is not what the hash says
 */
export async function openJobFolder(
  job: TrainerJob,
  { root, gateway, signal }: { root: string; gateway: TrainingGateway; signal: AbortSignal },
): Promise<TrainerJob> {
  const folder = join(root, `${job.jobId}-${job.attempt}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const fetched = new Map<string, string>();
  const fetch = async (hash: string): Promise<string> => {
    const path = fetched.get(hash) ?? join(folder, `${hash}.in`);
    if (!fetched.has(hash)) await gateway.download(hash, path, signal);
    fetched.set(hash, path);
    if ((await measureFile(path)).hash === hash) return path;
    throw new AppError("checkpoint_invalid", `The bytes of ${hash} came changed.`, { where: job.jobId });
  };
  const orNull = (hash: string | null) => (hash === null ? null : fetch(hash));
  const previousCheckpoint = await orNull(job.previousCheckpoint);
  const resumeCheckpoint = await orNull(job.resumeCheckpoint);
  const pools: string[] = [];
  for (const hash of job.pools) pools.push(await fetch(hash));
  return { ...job, folder, previousCheckpoint, resumeCheckpoint, pools };
}

/** Removes what a job left on this disk; all that matters is in the blob store. */
export async function removeJobFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
