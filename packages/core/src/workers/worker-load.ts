import type { Prisma } from "@deskrl/db";

/** What holds a drained worker up, and what keeps it from being removed. */
export interface WorkerLoad {
  /** Desktops that exist or are being made. */
  desktopsHeld: number;
  /** Episodes on it that are not finished. */
  activeEpisodes: number;
  /** Training jobs it carries out. */
  trainingJobs: number;
}

type Reader = Pick<Prisma.TransactionClient, "environment" | "trainingJob">;

/** By worker id; a worker without any load is not in it. */
export async function readWorkerLoads(
  db: Reader,
  workerIds: readonly string[],
): Promise<Map<string, WorkerLoad>> {
  const ids = [...workerIds];
  const [environments, jobs] = await Promise.all([
    db.environment.groupBy({
      by: ["workerId"],
      where: { workerId: { in: ids }, state: { not: "stopped" } },
      _count: { _all: true, episodeId: true },
    }),
    db.trainingJob.groupBy({
      by: ["leaseOwner"],
      where: { leaseOwner: { in: ids }, state: "leased" },
      _count: { _all: true },
    }),
  ]);
  const loads = new Map<string, WorkerLoad>();
  for (const { workerId, _count } of environments)
    loads.set(workerId, { desktopsHeld: _count._all, activeEpisodes: _count.episodeId, trainingJobs: 0 });
  for (const { leaseOwner, _count } of jobs) {
    if (leaseOwner === null) continue;
    loads.set(leaseOwner, { ...(loads.get(leaseOwner) ?? NO_LOAD), trainingJobs: _count._all });
  }
  return loads;
}

export const NO_LOAD: WorkerLoad = { desktopsHeld: 0, activeEpisodes: 0, trainingJobs: 0 };
