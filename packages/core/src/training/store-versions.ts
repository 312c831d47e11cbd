import { type PhaseRow, type Transaction, toJsonParameter } from "@deskrl/db";

/** A policy version as a report names it: `step` is the phase's own. */
export interface ReportedVersion {
  number: number;
  step: number;
}

/** Notes the policy versions of a branch at the step where each was first heard of. */
export async function storeVersions(
  tx: Transaction,
  {
    phase,
    versions,
    at,
  }: {
    phase: Pick<PhaseRow, "id" | "branchId" | "startStep">;
    versions: readonly ReportedVersion[];
    at: Date;
  },
): Promise<void> {
  if (versions.length === 0) return;
  const rows = versions.map(({ number, step }) => ({ number, step: phase.startStep + step }));
  await tx.$executeRaw`
    INSERT INTO policy_versions (branch_id, number, phase_id, step, created_at)
    SELECT ${phase.branchId}, number, ${phase.id}, min(step), ${at}::timestamptz
    FROM json_to_recordset(${toJsonParameter(rows)}::json) AS row (number int, step int)
    GROUP BY number
    ON CONFLICT (branch_id, number) DO NOTHING`;
}

/** Ties a checkpoint to the version it holds. */
export async function tieCheckpoint(
  tx: Transaction,
  { branchId, checkpoint, step }: { branchId: string; checkpoint: string; step: number },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE policy_versions SET checkpoint = ${checkpoint}
    WHERE branch_id = ${branchId} AND number = (
      SELECT max(number) FROM policy_versions WHERE branch_id = ${branchId} AND step <= ${step})`;
}
