import type { PhaseRow, Transaction } from "@deskrl/db";

type Place = Pick<PhaseRow, "branchId" | "ordinal">;

/**
 * Phases that a phase builds on, oldest first: those before it in its branch, and before a fork those of the parent that
 * had been trained when it was made. Evaluations teach nothing and are left out.
 */
export async function trainedBefore(tx: Transaction, { branchId, ordinal }: Place): Promise<PhaseRow[]> {
  const branch = await tx.branch.findUniqueOrThrow({ where: { id: branchId } });
  const own = await tx.phase.findMany({
    where: { branchId, ordinal: { lt: ordinal }, kind: { not: "eval" } },
    orderBy: { ordinal: "asc" },
  });
  if (!branch.parentId) return own;
  const parents = await tx.phase.findMany({
    where: { branchId: branch.parentId, kind: { not: "eval" }, state: { in: ["finished", "ended_short"] } },
    orderBy: { ordinal: "asc" },
  });
  return [...parents.filter((row) => row.startStep + row.step <= (branch.forkStep ?? 0)), ...own];
}

/** Pools of the RL phases since the last Entropulse: the RL phase it draws from. */
export function poolsBefore(before: readonly PhaseRow[]): string[] {
  const last = before.findLastIndex((row) => row.kind === "entropulse");
  return before.slice(last + 1).flatMap((row) => (row.kind === "rl" && row.pool ? [row.pool] : []));
}

/** Number of the newest policy version of the phases before; 0 when there is none. */
export async function policyVersionBefore(tx: Transaction, before: readonly PhaseRow[]): Promise<number> {
  const newest = await tx.policyVersion.aggregate({
    where: { phaseId: { in: before.map((row) => row.id) } },
    _max: { number: true },
  });
  return newest._max.number ?? 0;
}

/** Steps of the branch before a phase begins. Evaluations add none. */
export async function startStepOf(tx: Transaction, place: Place): Promise<number> {
  const last = (await trainedBefore(tx, place)).at(-1);
  return last ? last.startStep + last.step : 0;
}

/** The step of the branch that a trainer's own step stands for. */
export function branchStep(phase: Pick<PhaseRow, "kind" | "startStep">, trainerStep: number): number {
  return phase.kind === "eval" ? phase.startStep : phase.startStep + trainerStep;
}
