import { AppError } from "@deskrl/domain";
import pc from "picocolors";
import type { ChaosAudit } from "./audit-chaos.ts";

/** Prints the audit. @throws AppError `internal` when a promise is broken */
export function printAudit(audit: ChaosAudit, { json }: { json?: boolean }): void {
  if (json) process.stdout.write(`${JSON.stringify(audit)}\n`);
  else process.stdout.write(describe(audit));
  if (audit.broken.length > 0)
    throw new AppError("internal", `Broken promises (seed ${audit.seed}):\n  ${audit.broken.join("\n  ")}`, {
      fix: "run it again with --keep and the same seed, and read the logs",
    });
  if (!json) process.stdout.write(pc.green("Everything recorded is there once, nothing is left behind.\n"));
}

function describe(audit: ChaosAudit): string {
  const list = (counts: Record<string, number>) =>
    Object.entries(counts).map(([name, count]) => `  ${String(count).padStart(6)}  ${name}`);
  const total = Object.values(audit.faults).reduce((sum, count) => sum + count, 0);
  return [
    "",
    `${total} faults in ${audit.minutes} min with seed ${audit.seed}`,
    ...list(audit.faults),
    `Episodes of ${audit.runs} evaluations and ${audit.trainings} training runs (${audit.phasesRestarted} phases started again by hand)`,
    ...list(audit.episodes),
    `Steps written by workers ${audit.stepsWritten}, stored of all ${audit.stepsStored}`,
    "",
    "",
  ].join("\n");
}
