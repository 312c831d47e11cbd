import type { WorkerFacts } from "./worker.ts";

/**
 * What one desktop takes, measured: memory idle is `memory_mib_per_desktop` of the bench `desktops` (106 MiB), doubled
 * for an office document and a browser page; processes, files, inotify and aio with both of them open. A fresh container
 * writes 0.1 MiB; the rest of its disk is room for what an episode writes. Guests' users are the same user to the kernel,
 * so limits per user are shared by all desktops of a machine.
 */
export const REAL_DESKTOP = {
  memoryMib: 212,
  diskMib: 64,
  pids: 150,
  openFiles: 2_000,
  inotifyInstances: 5,
  inotifyWatches: 100,
  aio: 64,
} as const;

/** A simulated desktop that nobody looks at; the process around it is in the reserve. */
export const SIMULATED_DESKTOP = { memoryMib: 2 } as const;

/** Left to the machine itself: a share of its memory and at least this much; and of its disk what placement holds back. */
const RESERVE = { memoryShare: 0.1, memoryMib: 1_024, diskMib: 1_024 };

/** Desktops on one bridge; a further bridge is made when it is full. The kernel allows 1,023 ports on each. */
export const DESKTOPS_PER_BRIDGE = 500;
export const PORTS_PER_BRIDGE = 1_023;
/** Bridges that the engine's own address pools give, less those that other programs have. */
const BRIDGES = 20;

/** One limit of a machine and how many desktops it has room for. */
export interface CapacityLimit {
  /** What runs out, in words. */
  name: string;
  desktops: number;
  /** How that number comes about. */
  because: string;
  /** What raises it. */
  fix: string;
}

export interface Capacity {
  /** Desktops that the machine can hold; null when nothing about it is known. */
  desktops: number | null;
  /** What comes first. */
  first: CapacityLimit | null;
  /** All limits that are known, the tightest first. */
  limits: CapacityLimit[];
}

type Facts = Pick<WorkerFacts, "provider" | "memoryMib" | "machine" | "disks">;

/** How many desktops a machine can hold in all, those it has included, and which limit comes first. */
export function estimateCapacity(facts: Facts): Capacity {
  const known = facts.provider === "sim" ? simulated(facts) : real(facts);
  const limits = known.toSorted((a, b) => a.desktops - b.desktops);
  const [first = null] = limits;
  return { desktops: first?.desktops ?? null, first, limits };
}

function memory({ memoryMib }: Facts, each: number): CapacityLimit {
  const reserve = Math.max(RESERVE.memoryMib, memoryMib * RESERVE.memoryShare);
  return {
    name: "memory",
    desktops: Math.max(0, Math.floor((memoryMib - reserve) / each)),
    because: `${memoryMib} MiB less ${Math.round(reserve)} for the machine, ${each} a desktop`,
    fix: "Add memory, or spread the desktops over more workers.",
  };
}

const simulated = (facts: Facts): CapacityLimit[] => [memory(facts, SIMULATED_DESKTOP.memoryMib)];

function real(facts: Facts): CapacityLimit[] {
  const { machine, disks = [] } = facts;
  const limits = [memory(facts, REAL_DESKTOP.memoryMib)];
  for (const { role, path, freeMib } of disks) {
    if (role !== "engine") continue;
    limits.push({
      name: "disk of the engine",
      desktops: Math.max(0, Math.floor((freeMib - RESERVE.diskMib) / REAL_DESKTOP.diskMib)),
      because: `${freeMib} MiB free at ${path} less ${RESERVE.diskMib}, ${REAL_DESKTOP.diskMib} a desktop`,
      fix: "Put the engine's data on a larger disk.",
    });
  }
  if (!machine) return limits;
  const kernel = (key: string, value: number | null, each: number, raiseTo: number) => {
    if (value === null) return;
    limits.push({
      name: key,
      desktops: Math.floor(value / each),
      because: `${value} in all, ${each} a desktop`,
      fix: `Run \`sysctl -w ${key}=${raiseTo}\` and put the setting into /etc/sysctl.d/ too.`,
    });
  };
  kernel("kernel.pid_max", machine.pidMax, REAL_DESKTOP.pids, 4_194_304);
  kernel("fs.file-max", machine.fileMax, REAL_DESKTOP.openFiles, 9_223_372);
  kernel("fs.inotify.max_user_instances", machine.inotifyInstances, REAL_DESKTOP.inotifyInstances, 8_192);
  kernel("fs.inotify.max_user_watches", machine.inotifyWatches, REAL_DESKTOP.inotifyWatches, 524_288);
  kernel("fs.aio-max-nr", machine.aioMax, REAL_DESKTOP.aio, 1_048_576);
  limits.push({
    name: "bridge networks",
    desktops: DESKTOPS_PER_BRIDGE * BRIDGES,
    because: `${DESKTOPS_PER_BRIDGE} on each of ${BRIDGES} bridges`,
    fix: "Spread the desktops over more workers.",
  });
  return limits;
}
