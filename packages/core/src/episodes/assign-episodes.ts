import type { EpisodeRow, Transaction } from "@deskrl/db";
import { DEFAULT_TEMPLATE, mayUse } from "@deskrl/domain";
import { commit, type UnitOfWork } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { environmentChanged, episodeChanged } from "../events/builders.ts";
import { emitRunsChanged } from "../runs/emit-runs-changed.ts";
import { WORKER_LOST_AFTER_MS } from "../workers/liveness.ts";
import { type AssignedEpisode, buildAssignments } from "./build-assignments.ts";

export interface AssignEpisodesOptions {
  /** At most this many in one call. @default 50 */
  limit?: number | undefined;
  leaseTtlMs: number;
  /** Only to these workers: the ones that the caller can reach. All when absent. */
  workerIds?: readonly string[] | undefined;
}

/** Episodes looked at for each free desktop: those of pinned runs may find none that is theirs. */
const SPARE_CANDIDATES = 4;
/** Desktops looked at for each one that is wanted: some may just be locked by what reports of them. */
const SPARE_DESKTOPS = 4;

/** Key of the advisory lock that makes choosing a turn: two callers cannot both fill a run's last place. */
const ASSIGN_LOCK = 7_311_003;

/**
 * Queued episodes whose run has room, in turn: the run that is served least for its priority comes first. Runs are
 * locked for sharing, so that one being paused is either seen as paused or waits until these episodes are its own.
 */
function chooseEpisodes(tx: Transaction, limit: number): Promise<QueuedEpisode[]> {
  return tx.$queryRaw<QueuedEpisode[]>`
    WITH run AS MATERIALIZED (
      SELECT id, created_at, (spec->>'desktops')::int AS desktops,
        coalesce((spec->>'priority')::float8, 1) AS priority, coalesce(spec->'workers', '[]'::jsonb) AS workers,
        coalesce(spec->'labels', '[]'::jsonb) AS labels,
        coalesce(spec->>'template', ${DEFAULT_TEMPLATE}) AS template
      FROM runs WHERE state = 'running' AND desired_state = 'running'
      ORDER BY id FOR SHARE
    ), load AS MATERIALIZED (
      SELECT run.*, (
        SELECT count(*)::int FROM episodes
        WHERE run_id = run.id AND state NOT IN ('queued', 'finished')
      ) AS active
      FROM run
    )
    SELECT candidate.id, load.workers, load.labels, load.template
    FROM load
    CROSS JOIN LATERAL (
      SELECT id, row_number() OVER (ORDER BY position, attempt) AS turn
      FROM episodes WHERE run_id = load.id AND state = 'queued'
      ORDER BY position, attempt
      LIMIT least(${limit}::int, greatest(0, load.desktops - load.active))
    ) candidate
    ORDER BY (load.active + candidate.turn) / load.priority, load.created_at, load.id
    LIMIT ${limit}::int`;
}

interface QueuedEpisode {
  id: string;
  /** Workers that its run is pinned to, by id and by label; any when both are empty. */
  workers: string[];
  labels: string[];
  template: string;
}

interface FreeDesktop {
  id: string;
  workerId: string;
  /** Of its worker. */
  labels: string[];
  template: string;
}

/**
 * Free desktops of workers that live, are wanted, and are able to work. The worker with the smallest share of what it
 * offers at work comes first, so that a large machine is given more than a small one. Each step is materialized: for a
 * fleet that has just come up PostgreSQL has no statistics, expects one desktop, and would count all anew for each.
 */
function chooseEnvironments(
  tx: Transaction,
  { limit, freshSince, workerIds }: { limit: number; freshSince: Date; workerIds: string[] | null },
): Promise<FreeDesktop[]> {
  return tx.$queryRaw<FreeDesktop[]>`
    WITH worker AS MATERIALIZED (
      SELECT id, desktops, coalesce(facts->'labels', '[]'::jsonb) AS labels, (
        SELECT count(*) FROM environments WHERE worker_id = workers.id AND episode_id IS NOT NULL
      ) AS busy
      FROM workers
      WHERE heartbeat_at >= ${freshSince}::timestamptz
        AND (${workerIds}::text[] IS NULL OR id = ANY(${workerIds}::text[]))
        AND desired_state = 'active' AND facts->'closedFor' IS NULL
        AND coalesce(facts->'engineProblem', 'null'::jsonb) = 'null'::jsonb
    ), free AS MATERIALIZED (
      SELECT environment.id, worker.labels,
        (worker.busy + row_number() OVER (
          PARTITION BY worker.id ORDER BY environment.updated_at, environment.id
        ))::float8 / greatest(1, worker.desktops) AS share
      FROM worker JOIN environments environment ON environment.worker_id = worker.id
      WHERE environment.state = 'ready' AND environment.desired_state = 'running'
        AND environment.controlled_by IS NULL AND environment.episode_id IS NULL AND NOT environment.leaving
    ), first AS MATERIALIZED (
      SELECT * FROM free ORDER BY share, id LIMIT ${limit * SPARE_DESKTOPS}::int
    )
    SELECT environment.id, environment.worker_id AS "workerId", environment.template, first.labels
    FROM first JOIN environments environment ON environment.id = first.id
    WHERE environment.state = 'ready' AND environment.desired_state = 'running'
      AND environment.controlled_by IS NULL AND environment.episode_id IS NULL AND NOT environment.leaving
    ORDER BY first.share, environment.id
    LIMIT ${limit}::int
    FOR UPDATE OF environment SKIP LOCKED`;
}

interface Pair {
  episodeId: string;
  environmentId: string;
  workerId: string;
}

/** Each episode in its turn with the first free desktop that its run may have; one that may have none is passed over. */
function pairUp(episodes: readonly QueuedEpisode[], environments: readonly FreeDesktop[]): Pair[] {
  const free = [...environments];
  const pairs: Pair[] = [];
  for (const { id: episodeId, template, ...pins } of episodes) {
    const at = free.findIndex(
      (desktop) =>
        desktop.template === template && mayUse(pins, { id: desktop.workerId, labels: desktop.labels }),
    );
    const [taken] = at < 0 ? [] : free.splice(at, 1);
    if (taken) pairs.push({ episodeId, environmentId: taken.id, workerId: taken.workerId });
    if (free.length === 0) break;
  }
  return pairs;
}

async function lease(
  { tx, now, emit }: UnitOfWork,
  options: { pairs: Pair[]; leaseTtlMs: number },
): Promise<EpisodeRow[]> {
  const pairs = JSON.stringify(options.pairs);
  const expiresAt = new Date(now.getTime() + options.leaseTtlMs);
  const leased = await tx.$queryRaw<{ id: string }[]>`
    UPDATE episodes SET state = 'resetting', worker_id = pair."workerId", environment_id = pair."environmentId",
      lease_owner = pair."workerId", lease_epoch = lease_epoch + 1,
      lease_expires_at = ${expiresAt}::timestamptz, started_at = ${now}::timestamptz
    FROM jsonb_to_recordset(${pairs}::jsonb) AS pair ("episodeId" text, "environmentId" text, "workerId" text)
    WHERE episodes.id = pair."episodeId" AND episodes.state = 'queued'
    RETURNING episodes.id`;
  const ids = leased.map((row) => row.id);
  await tx.$executeRaw`
    UPDATE environments SET state = 'leased', episode_id = pair."episodeId", updated_at = ${now}::timestamptz
    FROM jsonb_to_recordset(${pairs}::jsonb) AS pair ("episodeId" text, "environmentId" text)
    WHERE environments.id = pair."environmentId" AND pair."episodeId" = ANY(${ids})`;
  const rows = await tx.episode.findMany({
    where: { id: { in: ids } },
    include: { environment: true },
    orderBy: [{ queuedAt: "asc" }, { id: "asc" }],
  });
  for (const { environment, ...row } of rows)
    emit(episodeChanged(row), ...(environment ? [environmentChanged(environment, row.runId)] : []));
  return rows;
}

/**
 * Gives queued episodes to free desktops, each with a lease of its own, in one transaction. Fair between runs by their
 * priority, within each run's limit of desktops and on the workers it is pinned to, and safe to call from several
 * processes at once.
 * @returns what to send to the workers; an assignment that is not taken up runs out with its lease
 */
export async function assignEpisodes(
  ctx: CoreContext,
  options: AssignEpisodesOptions,
): Promise<AssignedEpisode[]> {
  const { limit = 50, leaseTtlMs } = options;
  const workerIds = options.workerIds ? [...options.workerIds] : null;
  const rows = await commit(ctx, async (unit) => {
    const { tx, now } = unit;
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${ASSIGN_LOCK}::bigint)`;
    const freshSince = new Date(now.getTime() - WORKER_LOST_AFTER_MS);
    const environments = await chooseEnvironments(tx, { limit, freshSince, workerIds });
    if (environments.length === 0) return [];
    const episodes = await chooseEpisodes(tx, environments.length * SPARE_CANDIDATES);
    const pairs = pairUp(episodes, environments);
    if (pairs.length === 0) return [];
    const leased = await lease(unit, { pairs, leaseTtlMs });
    await emitRunsChanged(
      unit,
      leased.map((row) => row.runId),
    );
    return leased;
  });
  return buildAssignments(ctx, rows);
}
