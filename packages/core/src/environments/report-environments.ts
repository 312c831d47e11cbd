import { type EnvironmentRow, type Transaction, toJsonParameter } from "@deskrl/db";
import { ENVIRONMENT_TRANSITIONS, EnvironmentState, idSchema } from "@deskrl/domain";
import { z } from "zod";
import { commit } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { environmentChanged } from "../events/builders.ts";
import { parseInput } from "../parse-input.ts";
import { isReachable } from "./is-reachable.ts";

export const EnvironmentReportInput = z.object({
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

export const ReportEnvironmentsInput = z.object({
  workerId: idSchema("worker"),
  /** One of each desktop: a later report says all that an earlier one did. */
  reports: z.array(EnvironmentReportInput),
});
export type ReportEnvironmentsInput = z.input<typeof ReportEnvironmentsInput>;

/** What became of a report. Only `applied` changed something; the rest say why not. */
export interface ReportOutcome {
  outcome: "applied" | "unchanged" | "unknown" | "stale" | "illegal";
  message: string;
}

type Report = z.output<typeof EnvironmentReportInput>;

/** A desktop that holds an episode is leased, whatever name the worker has for "it is up". */
function observedState(report: Report, row: EnvironmentRow): EnvironmentState {
  if (report.state === "ready" && row.episodeId) return "leased";
  if (report.state === "leased" && !row.episodeId) return "ready";
  return report.state;
}

/** Why it is to stop is known here; a worker that stops it has no other reason to give. */
function reasonOf(report: Report, row: EnvironmentRow): string | null {
  const isStopping = report.state === "stopping" || report.state === "stopped";
  return report.reason ?? (isStopping && row.desiredState === "stopped" ? row.stateReason : null);
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
  const same =
    to === from && report.generation === row.generation && reasonOf(report, row) === row.stateReason;
  if (same) return { outcome: "unchanged", message: `${row.id} is already ${to}.` };
  if (to !== from && !isReachable(ENVIRONMENT_TRANSITIONS, from, to))
    return { outcome: "illegal", message: `${row.id} is ${from}; ${to} cannot follow.` };
  return { outcome: "applied", message: `${row.id}: ${from} → ${to}.` };
}

async function writeReports(
  tx: Transaction,
  applied: readonly { report: Report; row: EnvironmentRow }[],
  now: Date,
): Promise<void> {
  const changes = applied.map(({ report, row }) => ({
    id: row.id,
    state: observedState(report, row),
    reason: reasonOf(report, row),
    cause: report.cause,
    generation: report.generation,
    width: report.width && report.height ? report.width : row.width,
    height: report.width && report.height ? report.height : row.height,
  }));
  await tx.$executeRaw`
    UPDATE environments SET state = change.state, state_reason = change.reason, state_cause = change.cause,
      generation = change.generation, width = change.width, height = change.height,
      updated_at = ${now}::timestamptz
    FROM jsonb_to_recordset(${toJsonParameter(changes)}::jsonb)
      AS change (id text, state text, reason text, cause text, generation int, width int, height int)
    WHERE environments.id = change.id`;
}

/**
 * Writes what a worker says of its desktops, all in one transaction: a worker that comes back tells a thousand at once. A
 * report about a desktop that is not this worker's, or about an older generation, or that cannot follow from the state
 * known changes nothing and is answered with the reason.
 * @returns what became of each, by the id of its desktop
 */
export async function reportEnvironments(
  ctx: CoreContext,
  options: ReportEnvironmentsInput,
): Promise<Map<string, ReportOutcome>> {
  const { workerId, reports } = parseInput(ReportEnvironmentsInput, options, "report of environments");
  const outcomes = new Map<string, ReportOutcome>();
  if (reports.length === 0) return outcomes;
  const ids = reports.map(({ environmentId }) => environmentId);
  return commit(ctx, async ({ tx, now, emit }) => {
    await tx.$executeRaw`SELECT 1 FROM environments WHERE id = ANY(${ids}) ORDER BY id FOR UPDATE`;
    const found = await tx.environment.findMany({
      where: { id: { in: ids }, workerId },
      include: { worker: { select: { registeredAt: true } }, episode: { select: { runId: true } } },
    });
    const rows = new Map(found.map((row) => [row.id, row]));
    const applied: { report: Report; row: (typeof found)[number] }[] = [];
    for (const report of reports) {
      const id = report.environmentId;
      const row = rows.get(id);
      const judged: ReportOutcome = row
        ? judge(report, row, row.worker.registeredAt)
        : { outcome: "unknown", message: `${workerId} has no environment ${id}.` };
      outcomes.set(id, judged);
      if (row && judged.outcome === "applied") applied.push({ report, row });
    }
    if (applied.length === 0) return outcomes;
    await writeReports(tx, applied, now);
    for (const { report, row } of applied) {
      const { episode, ...before } = row;
      const changed = {
        ...before,
        state: observedState(report, row),
        stateReason: reasonOf(report, row),
        generation: report.generation,
      };
      emit(environmentChanged(changed, episode?.runId ?? null));
    }
    return outcomes;
  });
}
