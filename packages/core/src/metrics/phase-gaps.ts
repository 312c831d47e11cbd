import type { CoreContext } from "../context.ts";
import { branchStep } from "../training/lineage.ts";

/** A time in which a phase stood still. */
export interface Pause {
  runId: string;
  branchId: string;
  phaseId: string;
  fromAt: Date;
  /** Null while it lasts. */
  toAt: Date | null;
  /** Step of the branch. */
  fromStep: number;
}

/** Where a phase went on after a pause or with a new trainer. */
export interface Resume {
  runId: string;
  branchId: string;
  phaseId: string;
  /** Step of the branch it went on from. */
  step: number;
  at: Date;
  attempt: number;
}

/** Pauses and resumes of runs, oldest first, for the gaps and seams of their curves. */
export async function phaseGaps(
  ctx: CoreContext,
  { runIds, branchIds }: { runIds: string[]; branchIds?: string[] | undefined },
): Promise<{ pauses: Pause[]; resumes: Resume[] }> {
  const phases = await ctx.db.prisma.phase.findMany({
    where: { runId: { in: runIds }, ...(branchIds ? { branchId: { in: branchIds } } : {}) },
    orderBy: [{ branchId: "asc" }, { ordinal: "asc" }],
    include: { spans: { orderBy: { number: "asc" } } },
  });
  const pauses: Pause[] = [];
  const resumes: Resume[] = [];
  for (const phase of phases) {
    const of = { runId: phase.runId, branchId: phase.branchId, phaseId: phase.id };
    phase.spans.forEach((span, index) => {
      if (index > 0) {
        const step = branchStep(phase, span.fromStep);
        resumes.push({ ...of, step, at: span.fromAt, attempt: span.attempt });
      }
      const next = phase.spans[index + 1];
      if (!span.toAt || (!next && phase.finishedAt)) return;
      const fromStep = branchStep(phase, span.toStep ?? span.fromStep);
      pauses.push({ ...of, fromAt: span.toAt, toAt: next?.fromAt ?? null, fromStep });
    });
  }
  return { pauses, resumes };
}
