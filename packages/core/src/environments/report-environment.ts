import { idSchema } from "@deskrl/domain";
import type { z } from "zod";
import type { CoreContext } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { EnvironmentReportInput, type ReportOutcome, reportEnvironments } from "./report-environments.ts";

export const ReportEnvironmentInput = EnvironmentReportInput.extend({ workerId: idSchema("worker") });
export type ReportEnvironmentInput = z.input<typeof ReportEnvironmentInput>;

/** Writes what a worker says of one of its desktops; see `reportEnvironments`. */
export async function reportEnvironment(
  ctx: CoreContext,
  options: ReportEnvironmentInput,
): Promise<ReportOutcome> {
  const { workerId, ...report } = parseInput(ReportEnvironmentInput, options, "report of an environment");
  const outcomes = await reportEnvironments(ctx, { workerId, reports: [report] });
  return outcomes.get(report.environmentId) ?? { outcome: "unknown", message: report.environmentId };
}
