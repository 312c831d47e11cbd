import type { AuditEntryRow, Prisma } from "@deskrl/db";
import { z } from "zod";
import type { CoreContext } from "../context.ts";
import { afterCursor, type Keyset, orderOf, toPage } from "../lists/keyset.ts";
import { type Page, PageInput, SearchText } from "../lists/page.ts";
import { containsText } from "../lists/search.ts";
import { parseInput } from "../parse-input.ts";

export const ListAuditInput = z.object({
  ...PageInput.shape,
  actorId: z.string().optional(),
  act: z.string().optional(),
  subjectId: z.string().optional(),
  q: SearchText,
});
export type ListAuditInput = z.input<typeof ListAuditInput>;

/** One act of a person, or an attempt to log in. */
export type AuditEntry = Omit<AuditEntryRow, "details"> & { details: Prisma.JsonValue };

const NEWEST: Keyset = { field: "at", direction: "desc", kind: "date" };

/** Who did what when, newest first. */
export async function listAudit(ctx: CoreContext, options: ListAuditInput = {}): Promise<Page<AuditEntry>> {
  const { cursor, limit, q, actorId, act, subjectId } = parseInput(ListAuditInput, options, "audit log");
  const where: Prisma.AuditEntryWhereInput = {
    ...(actorId ? { actorId } : {}),
    ...(act ? { act } : {}),
    ...(subjectId ? { subjectId } : {}),
    ...(q
      ? { OR: [{ actorName: containsText(q) }, { act: containsText(q) }, { subjectId: containsText(q) }] }
      : {}),
  };
  const [total, rows] = await Promise.all([
    ctx.db.prisma.auditEntry.count({ where }),
    ctx.db.prisma.auditEntry.findMany({
      where: { AND: [where, afterCursor(cursor, NEWEST)] },
      orderBy: orderOf(NEWEST),
      take: limit + 1,
    }),
  ]);
  return toPage(rows, { limit, total, valueOf: (row) => row.at, map: (row) => row });
}
