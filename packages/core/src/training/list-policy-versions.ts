import type { PolicyVersionRow } from "@deskrl/db";
import { idSchema } from "@deskrl/domain";
import { z } from "zod";
import type { CoreContext } from "../context.ts";
import { decodeCursor, encodeCursor } from "../lists/cursor.ts";
import { type Page, PageInput } from "../lists/page.ts";
import { parseInput } from "../parse-input.ts";

export const ListPolicyVersionsInput = z.object({ ...PageInput.shape, branchId: idSchema("branch") });
export type ListPolicyVersionsInput = z.input<typeof ListPolicyVersionsInput>;

/** Policy versions of a branch, newest first. */
export async function listPolicyVersions(
  ctx: CoreContext,
  options: ListPolicyVersionsInput,
): Promise<Page<PolicyVersionRow>> {
  const { cursor, limit, branchId } = parseInput(ListPolicyVersionsInput, options, "list of policy versions");
  const below = cursor ? Number(decodeCursor(cursor)[0]) : undefined;
  const { prisma } = ctx.db;
  const [total, rows] = await Promise.all([
    prisma.policyVersion.count({ where: { branchId } }),
    prisma.policyVersion.findMany({
      where: { branchId, ...(below === undefined ? {} : { number: { lt: below } }) },
      orderBy: { number: "desc" },
      take: limit + 1,
    }),
  ]);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const more = last && rows.length > limit;
  return { items, total, nextCursor: more ? encodeCursor([last.number, last.branchId]) : null };
}
