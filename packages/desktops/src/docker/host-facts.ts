import { readFile, statfs } from "node:fs/promises";
import { cpus, freemem, loadavg, release, totalmem } from "node:os";
import { AppError } from "@deskrl/domain";

const MIB = 1024 * 1024;

/** What a failed start may have to do with the machine. */
export interface HostFacts {
  kernel: string;
  cores: number;
  load: number;
  memoryFreeMib: number;
  memoryTotalMib: number;
  diskFreeMib: number | null;
}

/** @param diskPath a path on the disk that holds the containers */
export async function hostFacts(diskPath: string): Promise<HostFacts> {
  const disk = await diskSpace(diskPath);
  return {
    kernel: release(),
    cores: cpus().length,
    load: loadavg()[0] ?? 0,
    memoryFreeMib: Math.round((await availableMemoryBytes()) / MIB),
    memoryTotalMib: Math.round(totalmem() / MIB),
    diskFreeMib: disk && Math.round(disk.freeBytes / MIB),
  };
}

export function describeHost(facts: HostFacts): string {
  return [
    `kernel ${facts.kernel}`,
    `${facts.cores} cores at load ${facts.load.toFixed(1)}`,
    `${facts.memoryFreeMib} of ${facts.memoryTotalMib} MiB memory free`,
    facts.diskFreeMib === null ? "disk unknown" : `${facts.diskFreeMib} MiB disk free`,
  ].join(", ");
}

/** Memory that can be had without swapping; the free memory alone leaves the page cache out. */
async function availableMemoryBytes(): Promise<number> {
  const text = await readFile("/proc/meminfo", "utf8").catch(() => "");
  const kib = /^MemAvailable:\s+(\d+) kB/m.exec(text)?.[1];
  return kib === undefined ? freemem() : Number(kib) * 1024;
}

async function diskSpace(
  path: string,
): Promise<{ freeBytes: number; freeInodes: number; inodes: number } | null> {
  const stats = await statfs(path).catch(() => null);
  if (!stats) return null;
  return { freeBytes: stats.bavail * stats.bsize, freeInodes: stats.ffree, inodes: stats.files };
}

/** Below these marks no further desktop is placed, so that the ones at work can still save. */
export interface DiskWatermarks {
  freeMib: number;
  freeInodes: number;
}

export const DISK_WATERMARKS: DiskWatermarks = { freeMib: 1_024, freeInodes: 20_000 };

/**
 * Refuses a start on a disk that is nearly full. A disk that cannot be seen from here (remote engine) passes.
 * @throws AppError disk_full
 */
export async function assertDiskSpace(path: string, marks: DiskWatermarks = DISK_WATERMARKS): Promise<void> {
  const disk = await diskSpace(path);
  if (!disk) return;
  const freeMib = Math.floor(disk.freeBytes / MIB);
  const shortOfInodes = disk.inodes > 0 && disk.freeInodes < marks.freeInodes;
  if (freeMib >= marks.freeMib && !shortOfInodes) return;
  const what = shortOfInodes ? `${disk.freeInodes} inodes` : `${freeMib} MiB`;
  throw new AppError("disk_full", `Only ${what} left on the disk that holds the desktops`, {
    where: path,
    fix: "free space there (`docker system df` shows what images and containers hold)",
  });
}
