import type { UnitOfWork } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { metricsAppended } from "../events/builders.ts";
import { appendMetricPoints } from "../metrics/append-metric-points.ts";
import type { JobClaim } from "./claim-job.ts";
import { branchStep } from "./lineage.ts";
import type { Report } from "./store-reports.ts";
import { isDue } from "./throttle.ts";

/** Time between two events that say only that curves have grown. */
const METRICS_EVENT_MS = 500;

/** Stores the numbers of reports as points of the attempt's curves. */
export async function storeReportedMetrics(
  ctx: CoreContext,
  { tx, emit }: UnitOfWork,
  { phase, job }: JobClaim,
  reports: readonly Report[],
): Promise<void> {
  const points = reports.flatMap(({ step, at, metrics }) =>
    Object.entries(metrics).map(([name, value]) => ({
      name,
      step: branchStep(phase, step),
      value: Number(value),
      at: new Date(at),
    })),
  );
  if (points.length === 0) return;
  const { runId, branchId, id: phaseId } = phase;
  await appendMetricPoints(tx, { runId, branchId, phaseId, attempt: job.branchAttempt, points });
  const step = Math.max(...points.map((point) => point.step));
  if (isDue(ctx, `metrics ${branchId}`, METRICS_EVENT_MS)) emit(metricsAppended(runId, { branchId, step }));
}
