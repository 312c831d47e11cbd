import { type MetricSpec, metricSpec } from "@deskrl/domain";
import type { CoreContext } from "../context.ts";

export interface MetricName {
  name: string;
  /** The name it came in under, when it was mapped. */
  alias: string | null;
  /** Null for a name that the catalog does not know. */
  spec: MetricSpec | null;
  /** Points stored, of all branches and attempts. */
  points: number;
}

/** The metrics a run has, by name. */
export async function metricNames(ctx: CoreContext, { runId }: { runId: string }): Promise<MetricName[]> {
  const rows = await ctx.db.prisma.metricSeries.groupBy({
    by: ["name"],
    where: { runId },
    _sum: { count: true },
    _max: { alias: true },
    orderBy: { name: "asc" },
  });
  return rows.map((row) => ({
    name: row.name,
    alias: row._max.alias,
    spec: metricSpec(row.name),
    points: row._sum.count ?? 0,
  }));
}
