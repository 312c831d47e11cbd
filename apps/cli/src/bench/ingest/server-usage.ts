import { readFileSync } from "node:fs";
import type { Database } from "@deskrl/db";
import { processTree, usageOf } from "../fleet/process-usage.ts";

/**
 * Processor seconds that all processes of the PostgreSQL server on this machine have used so far; 0 where the system
 * has no `/proc` to read them from. Every process of the server is a child of the one that accepts connections.
 */
export async function serverSeconds({ prisma }: Pick<Database, "prisma">): Promise<number> {
  const [backend] = await prisma.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
  try {
    const stat = readFileSync(`/proc/${backend?.pid}/stat`, "utf8");
    const parent = Number(stat.split(") ").at(-1)?.split(" ")[1]);
    return usageOf(processTree(parent)).cpuSeconds;
  } catch {
    return 0;
  }
}
