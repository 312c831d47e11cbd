import { type Prisma, runFromRow } from "@deskrl/db";
import { type Run, RunState } from "@deskrl/domain";
import { z } from "zod";
import type { CoreContext } from "../context.ts";
import { afterCursor, type Keyset, orderOf, toPage } from "../lists/keyset.ts";
import { oneOrMany, type Page, PageInput, SearchText } from "../lists/page.ts";
import { containsText } from "../lists/search.ts";
import { parseInput } from "../parse-input.ts";
import { countRuns, emptyCounts } from "./count-runs.ts";

export const ListRunsInput = z.object({ ...PageInput.shape, state: oneOrMany(RunState), q: SearchText });
export type ListRunsInput = z.input<typeof ListRunsInput>;

const NEWEST: Keyset = { field: "createdAt", direction: "desc", kind: "date" };

/** Runs with their counts, newest first. */
export async function listRuns(ctx: CoreContext, options: ListRunsInput = {}): Promise<Page<Run>> {
  const { cursor, limit, state, q } = parseInput(ListRunsInput, options, "list of runs");
  const where: Prisma.RunWhereInput = {
    ...(state ? { state: { in: state } } : {}),
    ...(q ? { OR: [{ name: containsText(q) }, { id: containsText(q) }] } : {}),
  };
  const [total, rows] = await Promise.all([
    ctx.db.prisma.run.count({ where }),
    ctx.db.prisma.run.findMany({
      where: { AND: [where, afterCursor(cursor, NEWEST)] },
      orderBy: orderOf(NEWEST),
      take: limit + 1,
    }),
  ]);
  const counts = await countRuns(
    ctx.db.prisma,
    rows.map((row) => row.id),
  );
  return toPage(rows, {
    limit,
    total,
    valueOf: (row) => row.createdAt,
    map: (row) => runFromRow(row, counts.get(row.id) ?? emptyCounts(0)),
  });
}
