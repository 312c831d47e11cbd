import { z } from "zod";
import type { CoreContext } from "../context.ts";
import { afterCursor, type Keyset, orderOf, toPage } from "../lists/keyset.ts";
import { type Page, PageInput } from "../lists/page.ts";
import { parseInput } from "../parse-input.ts";
import { EnvironmentFilters, environmentWhere } from "./filters.ts";
import { type EnvironmentView, environmentInclude, environmentViews } from "./view.ts";

export const ListEnvironmentsInput = z.object({ ...PageInput.shape, ...EnvironmentFilters.shape });
export type ListEnvironmentsInput = z.input<typeof ListEnvironmentsInput>;

/** Oldest first, so that tiles keep their place. */
const OLDEST: Keyset = { field: "createdAt", direction: "asc", kind: "date" };

/** Desktops that pass the filters. */
export async function listEnvironments(
  ctx: CoreContext,
  options: ListEnvironmentsInput = {},
): Promise<Page<EnvironmentView>> {
  const { cursor, limit, ...filters } = parseInput(ListEnvironmentsInput, options, "list of environments");
  const where = environmentWhere(filters);
  const [total, rows] = await Promise.all([
    ctx.db.prisma.environment.count({ where }),
    ctx.db.prisma.environment.findMany({
      where: { AND: [where, afterCursor(cursor, OLDEST)] },
      orderBy: orderOf(OLDEST),
      take: limit + 1,
      include: environmentInclude,
    }),
  ]);
  const page = toPage(rows, { limit, total, valueOf: (row) => row.createdAt, map: (row) => row });
  return { ...page, items: environmentViews(page.items, ctx.clock()) };
}
