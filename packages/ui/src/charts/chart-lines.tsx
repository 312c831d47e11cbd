"use client";
import { memo } from "react";
import { CartesianGrid, Line, LineChart, ReferenceArea, ReferenceLine, XAxis, YAxis } from "recharts";
import type { Band, ChartModel, PhaseBand, Seam } from "./chart-model.logic.ts";
import { formatX, type XKind, xTicks } from "./x-axis.logic.ts";
import { formatValue, type Range, type Unit, yTicks } from "./y-axis.logic.ts";
import type { XRange } from "./zoom.logic.ts";

/** Where the plot lies inside its panel; the overlay needs the same numbers. */
export const PLOT = { left: 48, right: 14, top: 6, bottom: 20 } as const;

/** With this few points a line alone would not show where they are. */
const FEW_POINTS = 24;

export interface ChartLinesProps {
  model: ChartModel;
  width: number;
  height: number;
  xKind: XKind;
  xRange: XRange;
  yRange: Range;
  unit: Unit;
  log: boolean;
  bands: readonly PhaseBand[];
  pauses: readonly Band[];
  seams: readonly Seam[];
}

/** The curves themselves. Drawn again only when what is drawn changes, never for the pointer. */
export const ChartLines = memo(function ChartLines(props: ChartLinesProps) {
  const { model, width, height, xKind, xRange, yRange, unit, log, bands, pauses, seams } = props;
  const ticks = yTicks(yRange, log).filter((tick) => unit !== "share" || (tick >= 0 && tick <= 1.0001));
  return (
    <LineChart
      width={width}
      height={height}
      margin={{ top: PLOT.top, right: PLOT.right, bottom: 0, left: 0 }}
      accessibilityLayer={false}
    >
      {bands.map((band) => (
        <ReferenceArea
          key={band.key}
          x1={band.from}
          x2={band.to}
          ifOverflow="hidden"
          fill={`var(--phase-${band.hue})`}
          fillOpacity={0.14}
          stroke="none"
        />
      ))}
      {pauses.map((pause) => (
        <ReferenceArea
          key={pause.key}
          x1={pause.from}
          x2={pause.to}
          ifOverflow="hidden"
          fill="var(--state-paused)"
          fillOpacity={0.22}
          stroke="none"
        />
      ))}
      <CartesianGrid stroke="var(--line)" vertical={false} />
      <XAxis
        type="number"
        dataKey="x"
        domain={[...xRange]}
        ticks={xTicks(xKind, xRange, Math.max(2, Math.floor(width / 90)))}
        tickFormatter={(x: number) => formatX(xKind, x)}
        allowDataOverflow
        height={PLOT.bottom}
        tick={TICK}
        tickMargin={4}
        tickLine={false}
        axisLine={{ stroke: "var(--line-strong)" }}
        interval="preserveStartEnd"
      />
      <YAxis
        type="number"
        scale={log ? "log" : "linear"}
        domain={[...yRange]}
        ticks={ticks}
        tickFormatter={(y: number) => formatValue(y, unit)}
        allowDataOverflow
        width={PLOT.left}
        tick={TICK}
        tickMargin={4}
        tickLine={false}
        axisLine={false}
        interval={0}
      />
      {seams.map((seam) => (
        <ReferenceLine
          key={seam.key}
          x={seam.x}
          ifOverflow="hidden"
          stroke="var(--state-paused)"
          strokeDasharray="2 3"
        />
      ))}
      {model.lines.flatMap(({ series, raw, smooth }) => [
        <Line
          key={`${series.key} raw`}
          data={raw}
          dataKey="y"
          type="linear"
          dot={
            raw.length <= FEW_POINTS
              ? { r: 2.5, fill: series.colour, strokeWidth: 0, strokeDasharray: "" }
              : false
          }
          activeDot={false}
          isAnimationActive={false}
          connectNulls={false}
          stroke={series.colour}
          strokeWidth={smooth ? 1 : 1.5}
          strokeOpacity={smooth ? 0.28 : 1}
          {...(series.dashed ? { strokeDasharray: "5 3" } : {})}
        />,
        smooth && (
          <Line
            key={`${series.key} smooth`}
            data={smooth}
            dataKey="y"
            type="linear"
            dot={false}
            activeDot={false}
            isAnimationActive={false}
            connectNulls={false}
            stroke={series.colour}
            strokeWidth={1.75}
            {...(series.dashed ? { strokeDasharray: "5 3" } : {})}
          />
        ),
      ])}
    </LineChart>
  );
});

const TICK = { fill: "var(--faint)", fontSize: 10.5 };
