import type { CoreContext } from "../context.ts";
import { WORKER_LOST_AFTER_MS } from "../workers/liveness.ts";

export interface Gauges {
  /** Workers by `online`, `lost`, and what is wanted of them. */
  workers: { state: string; desired: string; count: number }[];
  /** Desktops that are not stopped. */
  desktops: { state: string; provider: string; count: number }[];
  /** Episodes that are not finished; `queued` is the queue. */
  episodes: { state: string; count: number }[];
  trainingJobs: { state: string; count: number }[];
  /** Leases that ran out and that nobody has ended yet. */
  expiredLeases: number;
  /** Entries of journals that workers said they have not delivered yet. */
  journalBacklog: number;
  latestSequence: number;
}

/** How many there are of everything that is alive; what has ended is not counted anew at each look. */
export async function readGauges(ctx: CoreContext): Promise<Gauges> {
  const now = ctx.clock();
  const freshSince = new Date(now.getTime() - WORKER_LOST_AFTER_MS);
  const { prisma } = ctx.db;
  const [workers, desktops, episodes, trainingJobs, sums] = await Promise.all([
    prisma.$queryRaw<Gauges["workers"]>`
      SELECT CASE WHEN heartbeat_at >= ${freshSince}::timestamptz THEN 'online' ELSE 'lost' END AS state,
        desired_state AS desired, count(*)::int AS count
      FROM workers GROUP BY 1, 2 ORDER BY 1, 2`,
    prisma.$queryRaw<Gauges["desktops"]>`
      SELECT state, provider, count(*)::int AS count FROM environments
      WHERE state <> 'stopped' GROUP BY 1, 2 ORDER BY 1, 2`,
    prisma.$queryRaw<Gauges["episodes"]>`
      SELECT state, count(*)::int AS count FROM episodes
      WHERE state IN ('queued', 'resetting', 'acting', 'paused', 'judging') GROUP BY 1 ORDER BY 1`,
    prisma.$queryRaw<Gauges["trainingJobs"]>`
      SELECT state, count(*)::int AS count FROM training_jobs
      WHERE state IN ('queued', 'leased') GROUP BY 1 ORDER BY 1`,
    prisma.$queryRaw<{ expired: number; backlog: number; latest: number }[]>`
      SELECT (SELECT count(*)::int FROM episodes
          WHERE state NOT IN ('queued', 'finished') AND lease_expires_at < ${now}::timestamptz) AS expired,
        (SELECT coalesce(sum((facts->>'journalBacklog')::float8), 0) FROM workers
          WHERE heartbeat_at >= ${freshSince}::timestamptz) AS backlog,
        (SELECT coalesce(max(sequence), 0)::float8 FROM events) AS latest`,
  ]);
  const [{ expired = 0, backlog = 0, latest = 0 } = {}] = sums;
  const totals = { expiredLeases: expired, journalBacklog: backlog, latestSequence: latest };
  return { workers, desktops, episodes, trainingJobs, ...totals };
}
