import { readFile } from "node:fs/promises";

/** One limit of the machine and how many desktops it has room for. */
export interface CapacityLimit {
  name: string;
  value: number;
  desktops: number;
  /** What raises it. */
  fix: string;
}

/**
 * What one desktop takes of each kernel-wide limit, with an office document and a browser open. Guests' users are the
 * same user to the kernel, so limits per user are shared by all desktops of the machine.
 */
const PER_DESKTOP = [
  { name: "kernel.pid_max", file: "/proc/sys/kernel/pid_max", each: 150, raiseTo: 4_194_304 },
  { name: "fs.file-max", file: "/proc/sys/fs/file-max", each: 2_000, raiseTo: 9_223_372 },
  {
    name: "fs.inotify.max_user_instances",
    file: "/proc/sys/fs/inotify/max_user_instances",
    each: 5,
    raiseTo: 8_192,
  },
  {
    name: "fs.inotify.max_user_watches",
    file: "/proc/sys/fs/inotify/max_user_watches",
    each: 100,
    raiseTo: 524_288,
  },
  { name: "fs.aio-max-nr", file: "/proc/sys/fs/aio-max-nr", each: 64, raiseTo: 1_048_576 },
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
