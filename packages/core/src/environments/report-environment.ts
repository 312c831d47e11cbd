import type { EnvironmentRow } from "@deskrl/db";
import { ENVIRONMENT_TRANSITIONS, EnvironmentState, idSchema } from "@deskrl/domain";
import { z } from "zod";
import { commit } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { environmentChanged } from "../events/builders.ts";
import { parseInput } from "../parse-input.ts";
import { isReachable } from "./is-reachable.ts";

export const ReportEnvironmentInput = z.object({
  workerId: idSchema("worker"),
  environmentId: idSchema("environment"),
  state: EnvironmentState,
  /** In words for a person. */
  reason: z.string().nullable().default(null),
  /** AppError code when it failed. */
  cause: z.string().nullable().default(null),
  generation: z.number().int().nonnegative(),
  width: z.number().int().positive().optional(),
  height: z.number().int().positive().optional(),
});
export type ReportEnvironmentInput = z.input<typeof ReportEnvironmentInput>;

/** What became of a report. Only `applied` changed something; the rest say why not. */
export interface ReportOutcome {
  outcome: "applied" | "unchanged" | "unknown" | "stale" | "illegal";
  message: string;
}

type Report = z.output<typeof ReportEnvironmentInput>;

/** A desktop that holds an episode is leased, whatever name the worker has for "it is up". */
function observedState(report: Report, row: EnvironmentRow): EnvironmentState {
  if (report.state === "ready" && row.episodeId) return "leased";
  if (report.state === "leased" && !row.episodeId) return "ready";
  return report.state;
}

function judge(report: Report, row: EnvironmentRow, registeredAt: Date): ReportOutcome {
  const from = EnvironmentState.parse(row.state);
  const to = observedState(report, row);
  const firstOfThisLife = row.updatedAt < registeredAt;
  if (report.generation < row.generation && !firstOfThisLife)
    return {
      outcome: "stale",
      message: `Generation ${report.generation} of ${row.id} is over; it has reached ${row.generation}.`,
    };
  const same = to === from && report.generation === row.generation && report.reason === row.stateReason;
  if (same) return { outcome: "unchanged", message: `${row.id} is already ${to}.` };
  if (to !== from && !isReachable(ENVIRONMENT_TRANSITIONS, from, to))
    return { outcome: "illegal", message: `${row.id} is ${from}; ${to} cannot follow.` };
  return { outcome: "applied", message: `${row.id}: ${from} → ${to}.` };
}

/**
 * Writes what a worker says of one of its desktops. A report about a desktop that is not this worker's, or about an
 * older generation, or that cannot follow from the state known changes nothing and is answered with the reason.
 */
export async function reportEnvironment(
  ctx: CoreContext,
  options: ReportEnvironmentInput,
): Promise<ReportOutcome> {
  const report = parseInput(ReportEnvironmentInput, options, "report of an environment");
  const { environmentId: id, workerId } = report;
  return commit(ctx, async ({ tx, now, emit }) => {
    await tx.$executeRaw`SELECT 1 FROM environments WHERE id = ${id} FOR UPDATE`;
    const row = await tx.environment.findFirst({
      where: { id, workerId },
      include: { worker: { select: { registeredAt: true } }, episode: { select: { runId: true } } },
    });
    if (!row) return { outcome: "unknown", message: `${workerId} has no environment ${id}.` };
    const judged = judge(report, row, row.worker.registeredAt);
    if (judged.outcome !== "applied") return judged;
    const updated = await tx.environment.update({
      where: { id },
      data: {
        state: observedState(report, row),
        stateReason: report.reason,
        stateCause: report.cause,
        generation: report.generation,
        ...(report.width && report.height ? { width: report.width, height: report.height } : {}),
        updatedAt: now,
      },
    });
    emit(environmentChanged(updated, row.episode?.runId ?? null));
    return judged;
  });
}
