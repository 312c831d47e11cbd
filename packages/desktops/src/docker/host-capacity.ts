import { readFile } from "node:fs/promises";
import { REAL_DESKTOP } from "@deskrl/domain";

/** One limit of the machine and how many desktops it has room for. */
export interface CapacityLimit {
  name: string;
  value: number;
  desktops: number;
  /** What raises it. */
  fix: string;
}

/** What one desktop takes of each kernel-wide limit. */
const PER_DESKTOP = [
  { name: "kernel.pid_max", file: "/proc/sys/kernel/pid_max", each: REAL_DESKTOP.pids, raiseTo: 4_194_304 },
  { name: "fs.file-max", file: "/proc/sys/fs/file-max", each: REAL_DESKTOP.openFiles, raiseTo: 9_223_372 },
  {
    name: "fs.inotify.max_user_instances",
    file: "/proc/sys/fs/inotify/max_user_instances",
    each: REAL_DESKTOP.inotifyInstances,
    raiseTo: 8_192,
  },
  {
    name: "fs.inotify.max_user_watches",
    file: "/proc/sys/fs/inotify/max_user_watches",
    each: REAL_DESKTOP.inotifyWatches,
    raiseTo: 524_288,
  },
  { name: "fs.aio-max-nr", file: "/proc/sys/fs/aio-max-nr", each: REAL_DESKTOP.aio, raiseTo: 1_048_576 },
] as const;

/** Ports of one Linux bridge, less the host's own. */
const BRIDGE_DESKTOPS = 1_000;

/**
 * How many desktops this machine's limits allow, the tightest first. Limits that cannot be read are left out.
 * @param read reads one limit's file; a parameter so that other machines can be tested
 */
export async function hostCapacity(
  read: (path: string) => Promise<string> = (path) => readFile(path, "utf8"),
): Promise<CapacityLimit[]> {
  const limits: CapacityLimit[] = [
    {
      name: "ports of a bridge",
      value: 1_023,
      desktops: BRIDGE_DESKTOPS,
      fix: "spread the desktops over more workers",
    },
  ];
  for (const { name, file, each, raiseTo } of PER_DESKTOP) {
    const value = Number(await read(file).catch(() => ""));
    if (!Number.isFinite(value) || value <= 0) continue;
    limits.push({
      name,
      value,
      desktops: Math.floor(value / each),
      fix: `sysctl -w ${name}=${raiseTo}, and the same line in /etc/sysctl.d/`,
    });
  }
  return limits.toSorted((a, b) => a.desktops - b.desktops);
}
