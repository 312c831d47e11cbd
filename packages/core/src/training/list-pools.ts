import type { PoolReport } from "@deskrl/protocol";
import type { CoreContext } from "../context.ts";
import { readReport } from "./phase-report.ts";

export interface PhasePool {
  phaseId: string;
  branchId: string;
  report: PoolReport;
}

/** The make-up of what each Entropulse phase of a run was trained on. */
export async function listPools(ctx: CoreContext, { id }: { id: string }): Promise<PhasePool[]> {
  const rows = await ctx.db.prisma.phase.findMany({
    where: { runId: id, kind: "entropulse" },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { id: true, branchId: true, report: true },
  });
  return rows.flatMap((row) => {
    const { pool } = readReport(row.report);
    return pool ? [{ phaseId: row.id, branchId: row.branchId, report: pool }] : [];
  });
}
