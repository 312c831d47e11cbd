import { TokenScope } from "@deskrl/domain";
import type { CoreContext } from "../context.ts";
import { afterCursor, type Keyset, orderOf, toPage } from "../lists/keyset.ts";
import { type Page, PageInput } from "../lists/page.ts";
import { parseInput } from "../parse-input.ts";

export interface ApiTokenSummary {
  id: string;
  name: string;
  scope: TokenScope;
  createdBy: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

const NEWEST: Keyset = { field: "createdAt", direction: "desc", kind: "date" };

/** Tokens, all or of one scope, without their secrets, newest first, revoked ones included. */
export async function listApiTokens(
  ctx: CoreContext,
  options: PageInput & { scope?: TokenScope } = {},
): Promise<Page<ApiTokenSummary>> {
  const { cursor, limit } = parseInput(PageInput, options, "list of tokens");
  const where = options.scope ? { scope: options.scope } : {};
  const [total, rows] = await Promise.all([
    ctx.db.prisma.apiToken.count({ where }),
    ctx.db.prisma.apiToken.findMany({
      where: { AND: [where, afterCursor(cursor, NEWEST)] },
      orderBy: orderOf(NEWEST),
      take: limit + 1,
      omit: { hash: true },
    }),
  ]);
  return toPage(rows, {
    limit,
    total,
    valueOf: (row) => row.createdAt,
    map: (row) => ({ ...row, scope: TokenScope.parse(row.scope) }),
  });
}
