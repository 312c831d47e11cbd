import { Role } from "@deskrl/domain";
import type { CoreContext } from "../context.ts";
import { afterCursor, type Keyset, orderOf, toPage } from "../lists/keyset.ts";
import { type Page, PageInput } from "../lists/page.ts";
import { parseInput } from "../parse-input.ts";

export interface UserSummary {
  id: string;
  name: string;
  role: Role;
  createdAt: Date;
}

const BY_NAME: Keyset = { field: "name", direction: "asc", kind: "string" };

/** People, by name. */
export async function listUsers(ctx: CoreContext, options: PageInput = {}): Promise<Page<UserSummary>> {
  const { cursor, limit } = parseInput(PageInput, options, "list of users");
  const [total, rows] = await Promise.all([
    ctx.db.prisma.user.count(),
    ctx.db.prisma.user.findMany({
      where: afterCursor(cursor, BY_NAME),
      orderBy: orderOf(BY_NAME),
      take: limit + 1,
      omit: { passwordHash: true },
    }),
  ]);
  return toPage(rows, {
    limit,
    total,
    valueOf: (row) => row.name,
    map: (row) => ({ ...row, role: Role.parse(row.role) }),
  });
}
