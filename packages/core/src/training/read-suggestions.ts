import type { PhaseRow, Transaction } from "@deskrl/db";
import type { CoreContext } from "../context.ts";
import { type Suggestion, type SuggestionInput, suggestEntropulse } from "./suggestion.ts";

const NAMES = {
  entropy: "policy/entropy",
  success: "success/rate",
  noSpread: "group/no_spread_fraction",
} as const satisfies Record<keyof SuggestionInput, string>;

/** The evidence of the newest RL phase of each branch that has begun, while nothing but evaluations has followed it. */
export async function readSuggestions(
  ctx: CoreContext,
  phases: readonly PhaseRow[],
): Promise<Record<string, Suggestion>> {
  const latest = new Map<string, PhaseRow>();
  for (const phase of phases)
    if (phase.kind !== "eval" && phase.attempt > 0) latest.set(phase.branchId, phase);
  const entries = await Promise.all(
    [...latest.values()]
      .filter((phase) => phase.kind === "rl")
      .map(async (phase) => [phase.branchId, await suggestionOf(ctx.db.prisma, phase.id)] as const),
  );
  return Object.fromEntries(entries);
}

/** The evidence of one RL phase; where attempts overlap, the newest counts. */
export async function suggestionOf(tx: Transaction, phaseId: string): Promise<Suggestion> {
  const rows = await tx.$queryRaw<{ name: string; value: number }[]>`
    SELECT DISTINCT ON (series.name, point.step) series.name, point.value
    FROM metric_series series JOIN metric_points point ON point.series_id = series.id
    WHERE series.phase_id = ${phaseId} AND series.name = ANY(${Object.values(NAMES)})
    ORDER BY series.name, point.step, series.attempt DESC`;
  const of = (name: string) => rows.filter((row) => row.name === name).map((row) => row.value);
  return suggestEntropulse({
    entropy: of(NAMES.entropy),
    success: of(NAMES.success),
    noSpread: of(NAMES.noSpread),
  });
}
