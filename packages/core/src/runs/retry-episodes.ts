import { type RunRow, specFromRow, type Transaction } from "@deskrl/db";
import { RETRYABLE_CAUSES } from "@deskrl/domain";
import type { CoreContext } from "../context.ts";
import { queuedAt } from "./queued-at.ts";

/**
 * Opens a new attempt for each position that the machinery broke, while the run's budget lasts. The old attempt stays
 * as it is and is marked as superseded.
 * @returns ids of the superseded attempts, and how many positions had to be given up for want of budget
 */
export async function retryEpisodes(
  ctx: CoreContext,
  tx: Transaction,
  { run, now }: { run: RunRow; now: Date },
): Promise<{ superseded: string[]; givenUp: number }> {
  const spec = specFromRow(run);
  const broken = await tx.episode.findMany({
    where: {
      runId: run.id,
      verdict: "invalid",
      superseded: false,
      cause: { in: [...RETRYABLE_CAUSES] },
    },
    orderBy: [{ finishedAt: "asc" }, { position: "asc" }],
  });
  if (broken.length === 0) return { superseded: [], givenUp: 0 };
  const used = await tx.episode.count({ where: { runId: run.id, superseded: true } });
  const again = broken.slice(0, Math.max(0, spec.retryBudget - used));
  await tx.episode.updateMany({
    where: { id: { in: again.map((row) => row.id) } },
    data: { superseded: true },
  });
  await tx.episode.createMany({
    data: again.map((row, index) => ({
      id: ctx.newId("episode"),
      runId: run.id,
      taskId: row.taskId,
      position: row.position,
      attempt: row.attempt + 1,
      state: "queued",
      policy: row.policy,
      policyVersion: row.policyVersion,
      taskKey: row.taskKey,
      domain: row.domain,
      maxSteps: row.maxSteps,
      queuedAt: queuedAt(now, index),
    })),
  });
  return { superseded: again.map((row) => row.id), givenUp: broken.length - again.length };
}
