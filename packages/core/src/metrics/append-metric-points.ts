import type { Transaction } from "@deskrl/db";

/** A point as it is stored. `value` may be NaN or infinite. */
export interface MetricPointInput {
  name: string;
  /** The name it came in under, when it was mapped to a canonical one. */
  alias?: string | undefined;
  step: number;
  value: number;
  at: Date;
}

export interface AppendMetricPointsOptions {
  runId: string;
  /** Empty for an external trainer. */
  branchId: string;
  phaseId: string | null;
  /** Counts over the branch; where attempts have the same step, the newest is drawn. */
  attempt: number;
  points: readonly MetricPointInput[];
}

interface Series {
  id: number;
  name: string;
}

/**
 * Stores points by (run, branch, attempt, name, step). Idempotent: a point that comes twice or late replaces the one of
 * its step, and the order they come in makes no difference but for that. Series that are written are locked, in the order
 * of their ids.
 * @returns points stored, those that replaced one included; of points of one step in one call the last counts
 */
export async function appendMetricPoints(
  tx: Transaction,
  options: AppendMetricPointsOptions,
): Promise<number> {
  const { runId, branchId, phaseId, attempt } = options;
  const byName = new Map<string, Map<number, MetricPointInput>>();
  for (const point of options.points) {
    const steps = byName.get(point.name) ?? new Map<number, MetricPointInput>();
    steps.set(point.step, point);
    byName.set(point.name, steps);
  }
  if (byName.size === 0) return 0;
  const names = [...byName.keys()].sort();
  const aliases = names.map(
    (name) => [...(byName.get(name)?.values() ?? [])].find((point) => point.alias)?.alias ?? "",
  );
  await tx.$executeRaw`
    INSERT INTO metric_series (run_id, branch_id, phase_id, attempt, name, alias)
    SELECT ${runId}, ${branchId}, ${phaseId}, ${attempt}::int, name, nullif(alias, '')
    FROM unnest(${names}::text[], ${aliases}::text[]) AS row (name, alias)
    ON CONFLICT (run_id, branch_id, attempt, name) DO NOTHING`;
  const series = await tx.$queryRaw<Series[]>`
    SELECT id, name FROM metric_series
    WHERE run_id = ${runId} AND branch_id = ${branchId} AND attempt = ${attempt}::int AND name = ANY(${names})
    ORDER BY id FOR NO KEY UPDATE`;
  const rows = series.flatMap(({ id, name }) =>
    [...(byName.get(name)?.values() ?? [])].map((point) => ({ ...point, id })),
  );
  await tx.$executeRaw`
    WITH given AS (
      SELECT * FROM unnest(
        ${rows.map((row) => row.id)}::int[], ${rows.map((row) => row.step)}::int[],
        ${rows.map((row) => String(row.value))}::float8[], ${rows.map((row) => row.at)}::timestamptz[]
      ) AS row (series_id, step, value, at)
    ), stored AS (
      INSERT INTO metric_points (series_id, step, value, at) SELECT series_id, step, value, at FROM given
      ON CONFLICT (series_id, step) DO UPDATE SET value = excluded.value, at = excluded.at
      RETURNING series_id, step, (xmax = 0) AS added
    ), tally AS (
      SELECT series_id, count(*) FILTER (WHERE added)::int AS added, max(step) AS last_step, min(step) AS first_step
      FROM stored GROUP BY series_id
    )
    UPDATE metric_series series SET count = series.count + tally.added,
      last_step = greatest(coalesce(series.last_step, tally.last_step), tally.last_step),
      revision = series.revision + CASE WHEN tally.first_step <= series.last_step THEN 1 ELSE 0 END
    FROM tally WHERE tally.series_id = series.id`;
  return rows.length;
}
