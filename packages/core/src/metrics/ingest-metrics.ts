import { AppError, canonicalMetric, idSchema, METRIC_SOURCES, metricSpec } from "@deskrl/domain";
import { z } from "zod";
import { commit } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { metricsAppended } from "../events/builders.ts";
import { parseInput } from "../parse-input.ts";
import { runNotFound } from "../runs/get-run.ts";
import { isDue } from "../training/throttle.ts";
import { appendMetricPoints } from "./append-metric-points.ts";

/** Time between two events that say that a run has new points. */
const EVENT_INTERVAL_MS = 500;

const MetricPoint = z.object({
  name: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[\x21-\x7e]+$/, "expected letters, digits and signs without spaces"),
  step: z.number().int().min(0).max(2_147_483_647),
  /** JSON has no NaN and no infinity: they are given as words. */
  value: z.union([z.number(), z.enum(["NaN", "Infinity", "-Infinity"])]),
  /** When it was measured: ISO 8601 or milliseconds since 1970. Left out: when it came in. */
  at: z
    .union([z.iso.datetime({ offset: true }), z.number().int().nonnegative().max(8.64e15)])
    .transform((at) => new Date(at))
    .optional(),
});

export const IngestMetricsInput = z.object({
  /** Id of an external run. */
  run: idSchema("run"),
  /** Grows when a trainer was started again: where steps overlap, the newest attempt counts. */
  attempt: z.number().int().min(1).max(1_000_000).default(1),
  /** Trainer whose names they are; left out, the names of any known one are understood. */
  source: z.enum(METRIC_SOURCES).optional(),
  points: z.array(MetricPoint).max(10_000),
});
export type IngestMetricsInput = z.input<typeof IngestMetricsInput>;

export interface IngestedMetrics {
  /** Points stored; of points with one name and step the last counts. */
  stored: number;
  /** Canonical name by the name given. */
  renamed: Record<string, string>;
  /** Names that are in no catalog; they are kept as they are. */
  unknown: string[];
}

/**
 * Stores points that an external trainer sends, in any order, as often as it likes: a point that comes again replaces
 * itself. All of a request is stored, or none.
 * @param options `IngestMetricsInput`, as it came in
 * @throws AppError `invalid_input`, `not_found`, `conflict` for a run that is not an external one or has been stopped
 */
export async function ingestMetrics(ctx: CoreContext, options: unknown): Promise<IngestedMetrics> {
  const { run: runId, attempt, source, points } = parseInput(IngestMetricsInput, options, "metrics");
  const names = nameMap(
    points.map((point) => point.name),
    source,
  );
  return commit(ctx, async ({ tx, now, emit }) => {
    const run = await tx.run.findUnique({ where: { id: runId }, select: { kind: true, state: true } });
    if (!run) throw runNotFound(runId);
    if (run.kind !== "external" || run.state !== "running")
      throw new AppError(
        "conflict",
        run.kind === "external"
          ? "The run was stopped; it takes no more metrics."
          : "The run is not an external one: its metrics come from its own trainer.",
        { where: runId, fix: "Make a run of its own for the trainer with POST /api/v1/runs." },
      );
    const stored = await appendMetricPoints(tx, {
      runId,
      branchId: "",
      phaseId: null,
      attempt,
      points: points.map(({ name, step, value, at = now }) => {
        const canonical = names.get(name) ?? name;
        const alias = canonical === name ? undefined : name;
        return { name: canonical, alias, step, value: Number(value), at };
      }),
    });
    const newest = points.reduce((highest, point) => Math.max(highest, point.step), 0);
    if (stored > 0 && isDue(ctx, `metrics ${runId}`, EVENT_INTERVAL_MS))
      emit(metricsAppended(runId, { branchId: "", step: newest }));
    return {
      stored,
      renamed: Object.fromEntries([...names].filter(([given, canonical]) => given !== canonical)),
      unknown: [...names.values()].filter((name) => metricSpec(name) === null),
    };
  });
}

/** Two given names never become one: the later of them keeps its own, so that no point hides another. */
function nameMap(given: readonly string[], source: IngestMetricsInput["source"]): Map<string, string> {
  const distinct = [...new Set(given)];
  const taken = new Set(distinct.filter((name) => metricSpec(name) !== null));
  const names = new Map<string, string>();
  for (const name of distinct) {
    const canonical = canonicalMetric(name, source) ?? name;
    const free = canonical === name || !taken.has(canonical);
    names.set(name, free ? canonical : name);
    if (free) taken.add(canonical);
  }
  return names;
}
