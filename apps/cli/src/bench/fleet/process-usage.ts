import { readdirSync, readFileSync } from "node:fs";

/** What a group of processes has used so far, and holds now. */
export interface Usage {
  /** Processor time of all and of their children that have ended, in seconds. */
  cpuSeconds: number;
  /** Resident memory of all. */
  memoryMib: number;
  atMs: number;
}

const TICKS_PER_SECOND = 100;
const PAGE_KIB = 4;

/** Reads `/proc`; a process that has ended counts as nothing. */
export function usageOf(pids: readonly (number | null | undefined)[]): Usage {
  let ticks = 0;
  let pages = 0;
  for (const pid of pids) {
    if (!pid) continue;
    try {
      // After the name, which may hold anything and stands in brackets.
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
      for (const field of [11, 12, 13, 14]) ticks += Number(fields[field]);
      pages += Number(fields[21]);
    } catch {
      // It has ended.
    }
  }
  return {
    cpuSeconds: ticks / TICKS_PER_SECOND,
    memoryMib: (pages * PAGE_KIB) / 1024,
    atMs: performance.now(),
  };
}

/** Processors used between two looks: 1 is one core. */
export function coresBetween(before: Usage, after: Usage): number {
  return (1_000 * (after.cpuSeconds - before.cpuSeconds)) / (after.atMs - before.atMs);
}

/** A process and all that descend from it. */
export function processTree(root: number | null | undefined): number[] {
  if (!root) return [];
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    try {
      const parent = Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[1]);
      children.set(parent, [...(children.get(parent) ?? []), pid]);
    } catch {
      // It has ended.
    }
  }
  const found: number[] = [];
  const open = [root];
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    found.push(pid);
    open.push(...(children.get(pid) ?? []));
  }
  return found;
}
