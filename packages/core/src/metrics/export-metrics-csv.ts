import type { BranchRow, PhaseRow, RunRow } from "@deskrl/db";
import { z } from "zod";
import type { CoreContext } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { runNotFound } from "../runs/get-run.ts";
import { type DrawnSeries, MetricSeriesInput, metricSeries } from "./metric-series.ts";
import type { Pause } from "./phase-gaps.ts";
import { type Standstill, standstillsOf, stoodStillUntil } from "./standstills.ts";

export const ExportMetricsInput = MetricSeriesInput.extend({
  /** What is along the bottom: steps, seconds since the run began, the clock, or those seconds without standstills. */
  x: z.enum(["step", "time", "clock", "active"]).default("step"),
});
export type ExportMetricsInput = z.input<typeof ExportMetricsInput>;

type RunWithBranches = RunRow & { branches: (BranchRow & { phases: PhaseRow[] })[] };

interface Place {
  label: string;
  startAt: number;
  standstills: Standstill[];
}

/**
 * A panel as CSV: the very points that are drawn, each raw, and smoothed beside it when smoothing is on. The first line
 * says what was done to them, the second names the columns, the third gives the ids of what they are of.
 * @param options `ExportMetricsInput`, as it came in
 * @throws AppError `invalid_input`, `not_found`
 */
export async function exportMetricsCsv(ctx: CoreContext, options: unknown): Promise<string> {
  const { x, ...input } = parseInput(ExportMetricsInput, options, "export of metrics");
  const runs: RunWithBranches[] = await ctx.db.prisma.run.findMany({
    where: { id: { in: input.runIds } },
    include: { branches: { include: { phases: { orderBy: { ordinal: "asc" } } } } },
  });
  const missing = input.runIds.find((id) => !runs.some((run) => run.id === id));
  if (missing) throw runNotFound(missing);
  const { series, pauses } = await metricSeries(ctx, input);
  const now = ctx.clock().getTime();
  const columns = series.map((one) => ({ one, place: placeOf(one, { runs, series, pauses, now }) }));
  const smoothed = input.smoothing > 0;
  const perSeries = columns.flatMap(({ one, place }) => {
    const name = `${place.label}:${one.name}`;
    return smoothed ? [name, `${name} (smoothed)`] : [name];
  });
  const ids = columns.flatMap(({ one }) => {
    const id = `${one.runId}${one.branchId ? `/${one.branchId}` : ""}:${one.name}`;
    return smoothed ? [id, id] : [id];
  });
  const lines = [
    [header(x, input.smoothing, series)],
    [x, ...(x === "step" ? [] : ["step"]), ...perSeries],
    ["", ...(x === "step" ? [] : [""]), ...ids],
    ...rows(x, columns, smoothed),
  ];
  return `${lines.map((line) => line.map(field).join(",")).join("\r\n")}\r\n`;
}

function header(x: string, smoothing: number, series: readonly DrawnSeries[]): string {
  const unit = {
    step: "step",
    time: "seconds since the run began",
    clock: "UTC",
    active: "seconds of active time",
  }[x];
  const average =
    smoothing > 0
      ? `exponential moving average, window ${smoothing} steps, begun anew with each phase`
      : "none";
  const sampled = series.filter((one) => one.bucket > 1);
  const drawn = sampled.length
    ? `lowest and highest point of every ${Math.max(...sampled.map((one) => one.bucket))} steps at most`
    : "every point";
  return `# x: ${unit}; smoothing: ${average}; points: ${drawn}`;
}

function rows(
  x: string,
  columns: readonly { one: DrawnSeries; place: Place }[],
  smoothed: boolean,
): string[][] {
  const width = smoothed ? 2 : 1;
  const table = new Map<string, { order: number; cells: string[] }>();
  columns.forEach(({ one, place }, column) => {
    one.step.forEach((step, index) => {
      const order = placeX(x, step, one.at[index] ?? 0, place);
      const shown = x === "clock" ? new Date(order).toISOString() : String(order);
      const key = x === "step" ? shown : `${shown},${step}`;
      const row = table.get(key) ?? {
        order,
        cells: [shown, ...(x === "step" ? [] : [String(step)]), ...Array(columns.length * width).fill("")],
      };
      const cell = (x === "step" ? 1 : 2) + column * width;
      row.cells[cell] = String(one.value[index] ?? "");
      if (smoothed) row.cells[cell + 1] = String(one.smoothed?.[index] ?? "");
      table.set(key, row);
    });
  });
  return [...table.values()].sort((a, b) => a.order - b.order).map((row) => row.cells);
}

function placeX(x: string, step: number, at: number, { startAt, standstills }: Place): number {
  if (x === "step") return step;
  if (x === "clock") return at;
  return (at - startAt - (x === "active" ? stoodStillUntil(standstills, at, startAt) : 0)) / 1_000;
}

function placeOf(
  one: DrawnSeries,
  all: {
    runs: readonly RunWithBranches[];
    series: readonly DrawnSeries[];
    pauses: readonly Pause[];
    now: number;
  },
): Place {
  const run = all.runs.find((each) => each.id === one.runId);
  const branch = run?.branches.find((each) => each.id === one.branchId);
  const starts = run?.branches.flatMap((each) =>
    each.phases.flatMap((phase) => phase.startedAt?.getTime() ?? []),
  );
  const points = all.series.filter((each) => each.runId === one.runId).flatMap((each) => each.at.slice(0, 1));
  const label = [run?.name ?? one.runId, ...(branch ? [branch.arm, `seed ${branch.seed}`] : [])].join(" ");
  const startAt = Math.min(...(starts?.length ? starts : points));
  const standstills = branch && run ? standstillsOf(branch, run.branches, all) : [];
  return { label, startAt, standstills };
}

/** A field that a spreadsheet reads as text or number, never as a formula. */
function field(text: string): string {
  const safe = /^[=+@\t\r]|^-(?![\d.I])/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
