import { EnvironmentState } from "@deskrl/domain";
import type { CoreContext } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { EnvironmentFilters, environmentWhere } from "./filters.ts";

/**
 * Desktops per state among those that pass the other filters: the strip that the `state` filter is chosen from, so a
 * chosen state does not hide the rest.
 */
export async function countEnvironments(
  ctx: CoreContext,
  options: EnvironmentFilters = {},
): Promise<Record<EnvironmentState, number>> {
  const filters = parseInput(EnvironmentFilters, options, "counts of environments");
  const groups = await ctx.db.prisma.environment.groupBy({
    by: ["state"],
    where: environmentWhere({ ...filters, state: [...EnvironmentState.options] }),
    _count: true,
  });
  const counts: Record<EnvironmentState, number> = {
    requested: 0,
    starting: 0,
    ready: 0,
    leased: 0,
    resetting: 0,
    stopping: 0,
    stopped: 0,
    failed: 0,
  };
  for (const group of groups) counts[EnvironmentState.parse(group.state)] = group._count;
  return counts;
}
