import { templateFromRow } from "@deskrl/db";
import type { EnvironmentTemplate } from "@deskrl/domain";
import type { CoreContext } from "../context.ts";

export interface DesiredEnvironment {
  environmentId: string;
  template: EnvironmentTemplate;
  /** Grows when a person asks for a recycle. */
  recycleCount: number;
}

/** The whole set that a worker is to hold; what is not in it is to be destroyed. */
export async function desiredEnvironments(
  ctx: CoreContext,
  { workerId }: { workerId: string },
): Promise<DesiredEnvironment[]> {
  const rows = await ctx.db.prisma.environment.findMany({
    where: { workerId, desiredState: "running", state: { not: "stopped" } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map((row) => ({
    environmentId: row.id,
    template: templateFromRow(row),
    recycleCount: row.recycleCount,
  }));
}
