import type { CoreContext } from "../context.ts";
import { afterCursor, type Keyset, orderOf, toPage } from "../lists/keyset.ts";
import { type Page, PageInput } from "../lists/page.ts";
import { parseInput } from "../parse-input.ts";

export interface SuiteSummary {
  id: string;
  name: string;
  title: string;
  description: string;
  /** Tasks in use, by application. */
  domains: Record<string, number>;
  taskCount: number;
  updatedAt: Date;
}

const BY_NAME: Keyset = { field: "name", direction: "asc", kind: "string" };

/** Suites by name, with the number of their tasks. */
export async function listSuites(ctx: CoreContext, options: PageInput = {}): Promise<Page<SuiteSummary>> {
  const { cursor, limit } = parseInput(PageInput, options, "list of suites");
  const [total, rows] = await Promise.all([
    ctx.db.prisma.taskSuite.count(),
    ctx.db.prisma.taskSuite.findMany({
      where: afterCursor(cursor, BY_NAME),
      orderBy: orderOf(BY_NAME),
      take: limit + 1,
      omit: { contentHash: true, createdAt: true },
    }),
  ]);
  const groups = await ctx.db.prisma.task.groupBy({
    by: ["suiteId", "domain"],
    where: { suiteId: { in: rows.map((row) => row.id) }, retiredAt: null },
    _count: { _all: true },
  });
  return toPage(rows, {
    limit,
    total,
    valueOf: (row) => row.name,
    map: (row) => {
      const own = groups.filter((group) => group.suiteId === row.id);
      const domains = Object.fromEntries(own.map((group) => [group.domain, group._count._all]));
      return { ...row, domains, taskCount: own.reduce((sum, group) => sum + group._count._all, 0) };
    },
  });
}
