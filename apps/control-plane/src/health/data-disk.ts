import { statfs } from "node:fs/promises";
import { AppError, type WorkerProblem } from "@deskrl/domain";

const MIB = 1024 * 1024;
/** Below `close` no run is begun and no episode handed out: the rest is for what is under way. Above `open` they are. */
export const DATA_DISK_MARKS = {
  close: { mib: 1_024, inodes: 10_000 },
  open: { mib: 1_536, inodes: 20_000 },
};

export interface DiskSpace {
  freeMib: number;
  /** Null where the file system does not count. */
  freeInodes: number | null;
}

/** Why nothing new is begun because of the disk of the data folder, or null. `before`: the answer to the look before. */
export function judgeDataDisk(
  { freeMib, freeInodes }: DiskSpace,
  before: WorkerProblem | null,
  path: string,
): WorkerProblem | null {
  const mark = before ? DATA_DISK_MARKS.open : DATA_DISK_MARKS.close;
  const shortOfInodes = freeInodes !== null && freeInodes < mark.inodes;
  if (freeMib >= mark.mib && !shortOfInodes) return null;
  const left = freeMib < mark.mib ? `${freeMib} MiB` : `${freeInodes} inodes`;
  return {
    code: "disk_full",
    message: `The control plane begins nothing new: ${left} left on the disk of its data folder. What is under way is still recorded.`,
    fix: `Free space at ${path}: delete runs and sweep the blob store (npm run deskrl -- blobs sweep), or move it to a larger disk. At ${DATA_DISK_MARKS.open.mib} MiB it goes on by itself.`,
  };
}

/** Follows the space of the data folder. */
export class DataDisk {
  readonly #path: string;
  readonly #measure: () => Promise<DiskSpace>;
  #problem: WorkerProblem | null = null;

  constructor(path: string, measure: () => Promise<DiskSpace> = () => measureDisk(path)) {
    this.#path = path;
    this.#measure = measure;
  }

  get problem(): WorkerProblem | null {
    return this.#problem;
  }

  /** Looks again. @throws when the folder cannot be looked at */
  async look(): Promise<void> {
    this.#problem = judgeDataDisk(await this.#measure(), this.#problem, this.#path);
  }

  /** @throws AppError `disk_full` while nothing new may begin */
  assertRoom(): void {
    if (!this.#problem) return;
    const { message, fix } = this.#problem;
    throw new AppError("disk_full", message, { where: "disk of the data folder", fix });
  }
}

async function measureDisk(path: string): Promise<DiskSpace> {
  const { bavail, bsize, files, ffree } = await statfs(path);
  return { freeMib: Math.floor((bavail * bsize) / MIB), freeInodes: files > 0 ? ffree : null };
}
