import type { TrainerMessage } from "@deskrl/protocol";
import type { UnitOfWork } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import type { JobClaim } from "./claim-job.ts";
import { storeEpisodes } from "./store-episodes.ts";
import { storeGroups } from "./store-groups.ts";
import { storeReportedMetrics } from "./store-reported-metrics.ts";
import { storeVersions } from "./store-versions.ts";
import { tasksOfRun } from "./task-ids.ts";

export type Report = Extract<TrainerMessage, { type: "report" }>;

/**
 * Stores all that reports say in a handful of statements, however many they are, and counts what was new on the phase.
 * Told again, it changes nothing.
 */
export async function storeReports(
  ctx: CoreContext,
  unit: UnitOfWork,
  claim: JobClaim,
  reports: readonly Report[],
): Promise<void> {
  const last = reports.at(-1);
  if (!last) return;
  const { tx, now } = unit;
  const { phase, job } = claim;
  const keys = new Set(reports.flatMap(({ episodes }) => episodes.map(({ taskKey }) => taskKey)));
  const taskOf = await tasksOfRun(ctx, { runId: phase.runId, keys });
  const workerId = job.leaseOwner ?? "";
  const played = await storeEpisodes(tx, { phase, workerId, batches: reports, taskOf });
  const groups = await storeGroups(tx, { phase, groups: reports.flatMap((report) => report.groups) });
  if (phase.kind !== "eval") {
    const versions = reports.map(({ policyVersion, step }) => ({ number: policyVersion, step }));
    await storeVersions(tx, { phase, versions, at: now });
  }
  await storeReportedMetrics(ctx, unit, claim, reports);
  claim.job = await tx.trainingJob.update({ where: { id: job.id }, data: { reportCount: last.report + 1 } });
  claim.phase = await tx.phase.update({
    where: { id: phase.id },
    data: {
      episodeCount: { increment: played.succeeded + played.failed + played.invalid },
      stepCount: { increment: played.steps },
      succeededCount: { increment: played.succeeded },
      failedCount: { increment: played.failed },
      invalidCount: { increment: played.invalid },
      groupsTrained: { increment: groups.trained },
      groupsNoSpread: { increment: groups.no_spread },
      groupsDropped: { increment: groups.dropped },
    },
  });
}
