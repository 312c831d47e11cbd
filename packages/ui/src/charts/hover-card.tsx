"use client";
import { formatMoment } from "../text/age.logic.ts";
import type { ChartModel } from "./chart-model.logic.ts";
import { nearestIndex } from "./series.logic.ts";
import { formatX, X_WORDS, type XKind } from "./x-axis.logic.ts";
import { formatValue, type Unit } from "./y-axis.logic.ts";

export interface HoverCardProps {
  model: ChartModel;
  x: number;
  left: number;
  plotWidth: number;
  xKind: XKind;
  unit: Unit;
  /** The phase a step of a series belongs to, in words. */
  describe: (seriesKey: string, step: number) => string | null;
}

const MOST_ROWS = 10;

/** What is under the cursor: the real step of each line, its value as logged, when, and in which phase. */
export function HoverCard({ model, x, left, plotWidth, xKind, unit, describe }: HoverCardProps) {
  const rows = model.lines
    .map((line) => {
      const index = nearestIndex(line.xs, x);
      const step = line.series.step[index];
      const value = line.series.value[index];
      if (step === undefined || value === undefined) return null;
      const at = line.series.at[index] ?? null;
      return { line, step, value, at, smoothed: line.series.smoothed?.[index] ?? null };
    })
    .filter((row) => row !== null);
  const first = rows[0];
  if (!first) return null;
  const oneStep = rows.every((row) => row.step === first.step);
  const phase = describe(first.line.series.key, first.step);
  const rightSide = left < plotWidth * 0.5;
  return (
    <div
      className="pointer-events-none absolute top-1 z-20 w-max max-w-72 rounded-md border border-line bg-panel px-2 py-1.5 text-xs shadow-pop"
      style={rightSide ? { left: left + 10 } : { right: plotWidth - left + 10 }}
    >
      <p className="num text-muted">
        {oneStep ? `step ${first.step.toLocaleString("en-US")}` : `${X_WORDS[xKind]} ${formatX(xKind, x)}`}
        {phase && <span className="text-faint"> · {phase}</span>}
      </p>
      {rows.slice(0, MOST_ROWS).map(({ line, step, value, smoothed }) => (
        <p key={line.series.key} className="flex items-baseline gap-1.5">
          <span
            aria-hidden="true"
            className="size-2 shrink-0 rounded-full"
            style={{ background: line.series.colour }}
          />
          <span className="min-w-0 flex-1 truncate text-muted">{line.series.label}</span>
          {!oneStep && <span className="num text-faint">at {step}</span>}
          <span className="num font-medium">
            {typeof value === "number" ? formatValue(value, unit) : value}
          </span>
          {smoothed !== null && <span className="num text-faint">~{formatValue(smoothed, unit)}</span>}
        </p>
      ))}
      {rows.length > MOST_ROWS && <p className="text-faint">and {rows.length - MOST_ROWS} more</p>}
      {first.at !== null && first.at > 0 && (
        <p className="num mt-0.5 text-faint">{formatMoment(new Date(first.at))}</p>
      )}
    </div>
  );
}
