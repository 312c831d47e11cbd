import type { Prisma } from "@deskrl/db";
import { z } from "zod";
import type { CoreContext } from "../context.ts";
import { afterCursor, type Keyset, orderOf, toPage } from "../lists/keyset.ts";
import { oneOrMany, type Page, PageInput, SearchText } from "../lists/page.ts";
import { containsText } from "../lists/search.ts";
import { parseInput } from "../parse-input.ts";

export const ListTasksInput = z.object({
  ...PageInput.shape,
  /** Name or id of a suite. */
  suite: z.string().optional(),
  domain: oneOrMany(z.string()),
  /** Retired ones are left out unless asked for. */
  retired: z.boolean().default(false),
  q: SearchText,
});
export type ListTasksInput = z.input<typeof ListTasksInput>;

export interface TaskSummary {
  id: string;
  key: string;
  suiteId: string;
  suiteName: string;
  domain: string;
  instruction: string;
  feasible: boolean;
  retired: boolean;
}

const BY_KEY: Keyset = { field: "key", direction: "asc", kind: "string" };

/** Tasks by key. */
export async function listTasks(ctx: CoreContext, options: ListTasksInput = {}): Promise<Page<TaskSummary>> {
  const { cursor, limit, suite, domain, retired, q } = parseInput(ListTasksInput, options, "list of tasks");
  const where: Prisma.TaskWhereInput = {
    AND: [
      suite ? { suite: { OR: [{ name: suite }, { id: suite }] } } : {},
      domain ? { domain: { in: domain } } : {},
      retired ? {} : { retiredAt: null },
      q ? { OR: [{ key: containsText(q) }, { instruction: containsText(q) }] } : {},
    ],
  };
  const [total, rows] = await Promise.all([
    ctx.db.prisma.task.count({ where }),
    ctx.db.prisma.task.findMany({
      where: { AND: [where, afterCursor(cursor, BY_KEY)] },
      orderBy: orderOf(BY_KEY),
      take: limit + 1,
      omit: { definition: true, solution: true, files: true },
      include: { suite: { select: { name: true } } },
    }),
  ]);
  return toPage(rows, {
    limit,
    total,
    valueOf: (row) => row.key,
    map: ({ suite: { name }, retiredAt, ...row }) => ({
      ...row,
      suiteName: name,
      retired: retiredAt !== null,
    }),
  });
}
