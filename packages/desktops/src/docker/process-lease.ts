import { readFileSync } from "node:fs";

/**
 * Names one life of one process: boot, process id, start time. A process id alone is reused; with its start time and the
 * machine's boot it is not.
 */
export interface ProcessLease {
  boot: string;
  pid: number;
  startedAt: string;
}

export function formatLease({ boot, pid, startedAt }: ProcessLease): string {
  return `${boot}.${pid}.${startedAt}`;
}

export function parseLease(text: string): ProcessLease | null {
  const match = /^([0-9a-f-]+)\.(\d+)\.(\d+)$/.exec(text);
  const [, boot, pid, startedAt] = match ?? [];
  if (boot === undefined || pid === undefined || startedAt === undefined) return null;
  return { boot, pid: Number(pid), startedAt };
}

/** The lease of this process. */
export function ownLease(): ProcessLease {
  return { boot: bootId(), pid: process.pid, startedAt: startTimeOf(process.pid) ?? "0" };
}

/** Whether the process that holds the lease still lives on this machine. */
export function leaseHolderLives(lease: ProcessLease): boolean {
  return lease.boot === bootId() && startTimeOf(lease.pid) === lease.startedAt;
}

function bootId(): string {
  return readText("/proc/sys/kernel/random/boot_id")?.trim() ?? "0";
}

/** Field 22 of the process's stat, in clock ticks since boot. The command before it may hold spaces and brackets. */
function startTimeOf(pid: number): string | null {
  const stat = readText(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
}

/** Null where there is no such file: the process is gone, or this is no Linux. */
function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
