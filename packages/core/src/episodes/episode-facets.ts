import type { Prisma } from "@deskrl/db";
import type { CoreContext } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { EpisodeFilters, episodeWhere, type ParsedEpisodeFilters } from "./filters.ts";

const DIMENSIONS = ["verdict", "cause", "domain", "policy", "taskKey", "state"] as const;
type Dimension = (typeof DIMENSIONS)[number];

export interface Facet {
  value: string;
  count: number;
}
/** Values with their counts, the most frequent first. */
export type EpisodeFacets = Record<Dimension, Facet[]>;

async function facetOf(
  ctx: CoreContext,
  dimension: Dimension,
  filters: ParsedEpisodeFilters,
): Promise<Facet[]> {
  const present: Prisma.EpisodeWhereInput =
    dimension === "verdict" || dimension === "cause" ? { [dimension]: { not: null } } : {};
  const groups = await ctx.db.prisma.episode.groupBy({
    by: [dimension],
    where: { AND: [episodeWhere({ ...filters, [dimension]: undefined }), present] },
    _count: { _all: true },
  });
  return groups
    .map((group) => ({ value: group[dimension] ?? "", count: group._count._all }))
    .sort((a, b) => b.count - a.count || a.value.localeCompare(b.value));
}

/**
 * Counts to choose filters from. Each dimension is counted under all filters but its own, so that a chosen value does
 * not hide its alternatives; summed over the chosen values, a dimension gives the list's total.
 */
export async function episodeFacets(ctx: CoreContext, options: EpisodeFilters = {}): Promise<EpisodeFacets> {
  const filters = parseInput(EpisodeFilters, options, "facets of episodes");
  const of = (dimension: Dimension) => facetOf(ctx, dimension, filters);
  const [verdict, cause, domain, policy, taskKey, state] = await Promise.all([
    of("verdict"),
    of("cause"),
    of("domain"),
    of("policy"),
    of("taskKey"),
    of("state"),
  ]);
  return { verdict, cause, domain, policy, taskKey, state };
}
