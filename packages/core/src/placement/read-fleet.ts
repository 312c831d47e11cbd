import { isDeepStrictEqual } from "node:util";
import { type Database, factsFromRow, templateFromRow } from "@deskrl/db";
import { DEFAULT_TEMPLATE, type DesktopTemplate } from "@deskrl/domain";
import { WORKER_LOST_AFTER_MS } from "../workers/liveness.ts";
import type { FleetDesktop, FleetState, FleetWorker, WaitingRun } from "./plan-fleet.ts";
import { readTemplates, specOf } from "./read-templates.ts";

type Reader = Pick<Database["prisma"], "template" | "worker" | "environment" | "$queryRaw">;

/** Everything that a plan of the whole fleet looks at. */
export async function readFleet(db: Reader, now: Date): Promise<FleetState> {
  const templates = await readTemplates(db);
  const byName = new Map(templates.map((template) => [template.name, template]));
  const rows = await db.worker.findMany({
    where: { desiredState: "active", heartbeatAt: { gte: new Date(now.getTime() - WORKER_LOST_AFTER_MS) } },
    orderBy: { id: "asc" },
  });
  const able = rows
    .map((row) => ({ row, facts: factsFromRow(row) }))
    .filter(({ facts }) => facts.engineProblem === null && facts.closedFor === undefined);
  const workers: FleetWorker[] = able.map(({ row, facts }) => ({
    id: row.id,
    labels: facts.labels ?? [],
    offered: row.desktops,
    images: facts.provider === "sim" ? null : (facts.images ?? null),
  }));
  return {
    workers,
    desktops: await readDesktops(db, workers, byName),
    waiting: await readWaiting(db),
    templates,
    imageOf: (name) => {
      const template = byName.get(name);
      return template ? specOf(template, "docker").image : null;
    },
    now,
  };
}

async function readDesktops(
  db: Reader,
  workers: readonly FleetWorker[],
  templates: ReadonlyMap<string, DesktopTemplate>,
): Promise<FleetDesktop[]> {
  const rows = await db.environment.findMany({
    where: {
      workerId: { in: workers.map(({ id }) => id) },
      desiredState: "running",
      state: { not: "stopped" },
    },
  });
  return rows.map((row) => {
    const spec = templateFromRow(row);
    const template = templates.get(row.template);
    return {
      ...{ id: row.id, workerId: row.workerId, template: row.template, state: row.state },
      leaving: row.leaving,
      held: row.episodeId !== null || row.controlledBy !== null,
      outdated: template === undefined || !isDeepStrictEqual(specOf(template, spec.provider), spec),
      since: row.updatedAt,
    };
  });
}

/** Of running evaluations, by priority: a training run's trainer plays its episodes itself. */
function readWaiting(db: Reader): Promise<WaitingRun[]> {
  return db.$queryRaw<WaitingRun[]>`
    WITH run AS (
      SELECT id, spec, created_at FROM runs
      WHERE state = 'running' AND desired_state = 'running' AND kind = 'evaluation'
    ), load AS MATERIALIZED (
      SELECT run.*,
        (SELECT count(*)::int FROM episodes WHERE run_id = run.id AND state = 'queued') AS queued,
        (SELECT count(*)::int FROM episodes WHERE run_id = run.id AND state NOT IN ('queued', 'finished')) AS active
      FROM run
    )
    SELECT coalesce(spec->>'template', ${DEFAULT_TEMPLATE}) AS template,
      least(queued, greatest(0, (spec->>'desktops')::int - active)) AS waiting,
      coalesce(spec->'workers', '[]'::jsonb) AS workers, coalesce(spec->'labels', '[]'::jsonb) AS labels,
      coalesce((spec->>'priority')::float8, 1) AS priority
    FROM load
    WHERE least(queued, (spec->>'desktops')::int - active) > 0
    ORDER BY coalesce((spec->>'priority')::float8, 1) DESC, created_at, id`;
}
