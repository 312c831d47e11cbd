import { statfs } from "node:fs/promises";
import type { DiskFacts } from "@deskrl/domain";

const MIB = 1024 * 1024;

/** A disk by a path on it; null when there is nothing, such as the root of an engine on another machine. */
export async function measureDisk(role: DiskFacts["role"], path: string): Promise<DiskFacts | null> {
  const found = await statfs(path).catch(() => null);
  if (found === null) return null;
  return {
    role,
    path,
    freeMib: Math.floor((found.bavail * found.bsize) / MIB),
    totalMib: Math.floor((found.blocks * found.bsize) / MIB),
    // File systems that make inodes as they need them count none.
    freeInodes: found.files > 0 ? found.ffree : null,
  };
}
