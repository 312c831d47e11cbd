"use client";
import type { ChartModel } from "./chart-model.logic.ts";
import { type ChartSync, useChartSync } from "./chart-sync.ts";
import { nearestIndex } from "./series.logic.ts";
import { formatValue, type Unit } from "./y-axis.logic.ts";

/** Values in the header: those under the shared cursor, else the newest. */
export function Readout({ model, sync, unit }: { model: ChartModel; sync: ChartSync; unit: Unit }) {
  const { cursor } = useChartSync(sync);
  if (model.lines.length === 0 || model.lines.length > 2) return null;
  return (
    <>
      {model.lines.map(({ series, xs }) => {
        const index = cursor === null ? xs.length - 1 : nearestIndex(xs, cursor);
        const value = series.value[index];
        if (value === undefined) return null;
        return (
          <span
            key={series.key}
            className="num text-xs"
            style={{ color: series.colour }}
            title={`${series.label} at step ${series.step[index] ?? "?"}`}
          >
            {typeof value === "number" ? formatValue(value, unit) : value}
          </span>
        );
      })}
    </>
  );
}
