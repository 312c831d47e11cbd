import { readFile } from "node:fs/promises";
import { cpus, freemem } from "node:os";

interface CpuTimes {
  busy: number;
  all: number;
}

/** Memory that can be had without swapping, MiB; the free memory alone leaves the page cache out. */
export async function availableMemoryMib(): Promise<number> {
  const text = await readFile("/proc/meminfo", "utf8").catch(() => "");
  const kib = /^MemAvailable:\s+(\d+) kB/m.exec(text)?.[1];
  return Math.floor(kib === undefined ? freemem() / (1024 * 1024) : Number(kib) / 1024);
}

/** Measures the share of all cores at work from one call to the next; null at the first. */
export function createCpuMeter(read: () => CpuTimes = readCpuTimes): () => number | null {
  let before: CpuTimes | null = null;
  return () => {
    const now = read();
    const all = now.all - (before?.all ?? now.all);
    const busy = now.busy - (before?.busy ?? now.busy);
    before = now;
    return all > 0 ? Math.round((busy / all) * 1_000) / 1_000 : null;
  };
}

function readCpuTimes(): CpuTimes {
  let busy = 0;
  let idle = 0;
  for (const { times } of cpus()) {
    busy += times.user + times.nice + times.sys + times.irq;
    idle += times.idle;
  }
  return { busy, all: busy + idle };
}
