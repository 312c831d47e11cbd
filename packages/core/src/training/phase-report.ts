import { PoolReport } from "@deskrl/protocol";
import { z } from "zod";

/** What a phase ended with, as its row holds it. */
const PhaseReport = z.object({
  pool: PoolReport.optional(),
  evaluation: z.record(z.string(), z.number()).optional(),
});
export type PhaseReport = z.infer<typeof PhaseReport>;

/** Empty for a phase that ended with nothing to report. */
export function readReport(report: unknown): PhaseReport {
  const parsed = PhaseReport.safeParse(report);
  return parsed.success ? parsed.data : {};
}
