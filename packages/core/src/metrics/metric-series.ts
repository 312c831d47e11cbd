import type { MetricSeriesRow } from "@deskrl/db";
import { idSchema } from "@deskrl/domain";
import { z } from "zod";
import type { CoreContext } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { downsample } from "./downsample.ts";
import { mergeAttempts } from "./merge-attempts.ts";
import { type Pause, phaseGaps, type Resume } from "./phase-gaps.ts";
import { emptyPoints, lowerBound, type Points } from "./points.ts";
import { readSeries } from "./series-cache.ts";
import { smooth } from "./smooth.ts";

export const MetricSeriesInput = z.object({
  runIds: z.array(idSchema("run")).min(1).max(12),
  names: z.array(z.string().min(1).max(200)).min(1).max(24),
  branchIds: z.array(idSchema("branch")).max(200).optional(),
  fromStep: z.number().int().optional(),
  toStep: z.number().int().optional(),
  /** Points drawn of each series at most. */
  maxPoints: z.number().int().min(16).max(2_000).default(1_000),
  /** Window in steps; 0 for none. */
  smoothing: z.number().min(0).max(1_000_000).default(0),
});
export type MetricSeriesInput = z.input<typeof MetricSeriesInput>;

/** A number, or the name of one that JSON does not have. */
export type MetricValueText = number | "NaN" | "Infinity" | "-Infinity";

export interface DrawnSeries {
  runId: string;
  /** Empty for an external trainer. */
  branchId: string;
  name: string;
  alias: string | null;
  /** Attempts that have points in it. */
  attempts: number;
  /** Points in the range, before downsampling. */
  total: number;
  /** Steps that one bucket covers: each keeps its lowest and its highest point. 1 when every point is drawn. */
  bucket: number;
  step: number[];
  value: MetricValueText[];
  smoothed: (number | null)[] | null;
  /** Milliseconds since 1970. */
  at: number[];
  /** Which phase points belong to, as runs of indices: from the first to the last, both included. */
  phases: { phaseId: string | null; from: number; to: number }[];
}

export interface MetricSeriesAnswer {
  series: DrawnSeries[];
  pauses: Pause[];
  resumes: Resume[];
}

type Row = MetricSeriesRow;

/**
 * Curves, ready to draw: one for each run, branch and name that has points. The range is cut out first; smoothing is of
 * the whole series all the same, so that it does not depend on what is looked at; then points are chosen.
 * @throws AppError `invalid_input`
 */
export async function metricSeries(
  ctx: CoreContext,
  options: MetricSeriesInput,
): Promise<MetricSeriesAnswer> {
  const input = parseInput(MetricSeriesInput, options, "query for curves");
  const { runIds, names, branchIds } = input;
  const [rows, gaps] = await Promise.all([
    ctx.db.prisma.metricSeries.findMany({
      where: {
        runId: { in: runIds },
        name: { in: names },
        ...(branchIds ? { branchId: { in: branchIds } } : {}),
      },
      orderBy: [{ runId: "asc" }, { branchId: "asc" }, { name: "asc" }, { attempt: "asc" }],
    }),
    phaseGaps(ctx, { runIds, branchIds }),
  ]);
  const points = await readSeries(ctx, rows);
  const curves = new Map<string, Row[]>();
  for (const row of rows) {
    const key = JSON.stringify([row.runId, row.branchId, row.name]);
    curves.set(key, [...(curves.get(key) ?? []), row]);
  }
  const drawn = [...curves.values()].map((attempts) => draw(attempts, points, input));
  const place = (one: DrawnSeries) => names.indexOf(one.name) + names.length * runIds.indexOf(one.runId);
  return { series: drawn.sort((a, b) => place(a) - place(b)), ...gaps };
}

function draw(
  rows: readonly Row[],
  points: ReadonlyMap<number, Points>,
  { fromStep, toStep, maxPoints, smoothing }: z.output<typeof MetricSeriesInput>,
): DrawnSeries {
  const curve = mergeAttempts(rows.map((row) => points.get(row.id) ?? emptyPoints()));
  const from = fromStep === undefined ? 0 : lowerBound(curve, fromStep);
  const to = toStep === undefined ? curve.length : lowerBound(curve, toStep + 1);
  const { bucket, indices } = downsample(curve, { from, to: Math.max(from, to) }, maxPoints);
  const phaseOf = (index: number) => rows[curve.source[index] ?? 0]?.phaseId ?? null;
  const smoothed = smoothing > 0 ? smooth(curve, smoothing, phaseOf) : null;
  const first = rows[0];
  return {
    runId: first?.runId ?? "",
    branchId: first?.branchId ?? "",
    name: first?.name ?? "",
    alias: rows.find((row) => row.alias)?.alias ?? null,
    attempts: rows.length,
    total: Math.max(0, to - from),
    bucket,
    step: indices.map((index) => curve.step[index] ?? 0),
    value: indices.map((index) => toValueText(curve.value[index] ?? Number.NaN)),
    smoothed: smoothed && indices.map((index) => finiteOrNull(smoothed[index] ?? Number.NaN)),
    at: indices.map((index) => curve.at[index] ?? 0),
    phases: phaseRuns(indices, phaseOf),
  };
}

function toValueText(value: number): MetricValueText {
  if (Number.isFinite(value)) return value;
  return Number.isNaN(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
}

function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

function phaseRuns(
  indices: readonly number[],
  phaseOf: (index: number) => string | null,
): DrawnSeries["phases"] {
  const runs: DrawnSeries["phases"] = [];
  indices.forEach((index, at) => {
    const phaseId = phaseOf(index);
    const last = runs.at(-1);
    if (last && last.phaseId === phaseId) last.to = at;
    else runs.push({ phaseId, from: at, to: at });
  });
  return runs;
}
