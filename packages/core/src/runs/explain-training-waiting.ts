import { factsFromRow, type Prisma, type WorkerRow } from "@deskrl/db";

/** Why jobs of a training run are not taken, after what is wrong with its workers has been said. */
export async function explainTrainingWaiting(
  prisma: Pick<Prisma.TransactionClient, "trainingJob">,
  able: readonly WorkerRow[],
): Promise<string[]> {
  const training = able.filter((worker) => (factsFromRow(worker).trainers ?? 0) > 0);
  if (able.length > 0 && training.length === 0) return ["The workers that it may use offer no training."];
  if (training.length === 0) return [];
  const ids = training.map(({ id }) => id);
  const busy = await prisma.trainingJob.count({ where: { leaseOwner: { in: ids }, state: "leased" } });
  const all = training.reduce((sum, worker) => sum + (factsFromRow(worker).trainers ?? 0), 0);
  return busy >= all
    ? [`All ${all} trainers of its workers are at work; the next free one goes by priority.`]
    : ["A trainer is free and takes it within seconds."];
}
