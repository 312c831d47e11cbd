import type { PhaseRow, RunRow, Transaction } from "@deskrl/db";
import { AppError } from "@deskrl/domain";

/**
 * Locks of training, taken in the order run, phase, job. They are `NO KEY` locks: an insert of an episode, whose foreign
 * key looks at its run, must not wait for who moves the run.
 */
export async function lockTrainingRun(tx: Transaction, id: string): Promise<RunRow> {
  await tx.$executeRaw`SELECT 1 FROM runs WHERE id = ${id} FOR NO KEY UPDATE`;
  const run = await tx.run.findUnique({ where: { id } });
  if (run?.kind === "training") return run;
  throw new AppError("not_found", `There is no training run ${id}.`, {
    where: "training",
    fix: "Go back to the list of runs.",
  });
}

/** Locks a phase alone, for what a worker reports. @returns null when there is none */
export async function lockPhase(tx: Transaction, id: string): Promise<PhaseRow | null> {
  await tx.$executeRaw`SELECT 1 FROM phases WHERE id = ${id} FOR NO KEY UPDATE`;
  return tx.phase.findUnique({ where: { id } });
}

/** The error for an id that names nothing. */
export function phaseNotFound(id: string): AppError {
  return new AppError("not_found", `There is no phase ${id}.`, {
    where: "phases",
    fix: "Go back to the run and choose a phase.",
  });
}
