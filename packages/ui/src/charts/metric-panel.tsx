"use client";
import { clsx } from "clsx";
import { useMemo } from "react";
import { Skeleton } from "../primitives/notes.tsx";
import { ChartLines } from "./chart-lines.tsx";
import { type Band, chartModel, type PhaseBand, type Seam } from "./chart-model.logic.ts";
import { ChartOverlay } from "./chart-overlay.tsx";
import type { ChartSync } from "./chart-sync.ts";
import type { HoverCardProps } from "./hover-card.tsx";
import { PanelImageButton, type PanelImageButtonProps } from "./panel-image-button.tsx";
import { Readout } from "./readout.tsx";
import type { ChartSeries } from "./series.logic.ts";
import { useWidth } from "./use-on-screen.ts";
import type { Timeline, XKind } from "./x-axis.logic.ts";
import { type Unit, unitWord } from "./y-axis.logic.ts";
import type { XRange } from "./zoom.logic.ts";

export interface MetricPanelProps {
  id: string;
  title: string;
  meaning: string;
  unit: Unit;
  /** Null while they are being read for the first time. */
  series: readonly ChartSeries[] | null;
  /** Why there is nothing to draw, for a panel without points. */
  emptyBecause: React.ReactNode;
  /** A failure to read, in place of the curves. */
  problem?: React.ReactNode;
  timelineOf: (seriesKey: string) => Timeline;
  xKind: XKind;
  xRange: XRange;
  whole: XRange;
  bands: readonly PhaseBand[];
  pauses: readonly Band[];
  seams: readonly Seam[];
  log: boolean;
  onLog: (log: boolean) => void;
  sync: ChartSync;
  onZoom: (range: XRange | null) => void;
  onWindow?: (range: XRange) => void;
  describe: HoverCardProps["describe"];
  /** What a picture of the panel is of and called; null where there is none to take. */
  image?: Pick<PanelImageButtonProps, "lines" | "name"> | null;
  /** Further controls of the panel, at the end of its header. */
  actions?: React.ReactNode;
  height?: number;
}

/** One panel of a board: what is measured, how it went, and what is not on the picture. */
export function MetricPanel(props: MetricPanelProps) {
  const { id, title, meaning, unit, series, timelineOf, xKind, xRange, log, sync, height = 168 } = props;
  const [box, width] = useWidth<HTMLDivElement>();
  const model = useMemo(
    () => series && chartModel({ series, timelineOf, xKind, xRange, log }),
    [series, timelineOf, xKind, xRange, log],
  );
  const word = unitWord(unit);
  return (
    <section
      aria-label={title}
      data-panel={id}
      data-points={model?.points ?? 0}
      className="min-w-0 rounded-lg border border-line bg-panel"
    >
      <header className="flex h-8 items-center gap-2 px-2.5">
        <h3 className="min-w-0 truncate font-medium text-sm" title={`${id}: ${meaning}`}>
          {title}
          {word && <span className="ml-1.5 font-normal text-2xs text-faint">{word}</span>}
        </h3>
        {model && <Badges {...{ model, log }} />}
        <span className="ml-auto flex shrink-0 items-center gap-1.5">
          {model && <Readout model={model} sync={sync} unit={unit} />}
          <button
            type="button"
            aria-pressed={log}
            title={log ? "Logarithmic; click for linear" : "Linear; click for logarithmic"}
            onClick={() => props.onLog(!log)}
            className={clsx(
              "focus-ring rounded px-1 text-2xs",
              log ? "bg-accent-soft text-accent" : "text-faint hover:text-text",
            )}
          >
            log
          </button>
          {props.image && model && width > 0 && model.yRange !== null && (
            <PanelImageButton plot={box} {...{ model, title, unit, log }} {...props.image} />
          )}
          {props.actions}
        </span>
      </header>
      <div ref={box} className="relative" style={{ height }}>
        {props.problem ? (
          <div className="p-2">{props.problem}</div>
        ) : !model || width === 0 ? (
          <Skeleton className="mx-2.5 h-[calc(100%-12px)]" />
        ) : model.points === 0 || model.yRange === null ? (
          <p className="flex h-full items-center justify-center px-6 pb-4 text-center text-muted text-xs">
            {model.points === 0
              ? props.emptyBecause
              : log
                ? `No value here is above 0, so a logarithmic axis has nothing to draw (${model.hidden} left out).`
                : "No value here is a number."}
          </p>
        ) : (
          <>
            <ChartLines
              {...{ model, width, height, xKind, xRange, unit, log }}
              yRange={model.yRange}
              bands={props.bands}
              pauses={props.pauses}
              seams={props.seams}
            />
            <ChartOverlay
              panel={id}
              {...{ sync, model, width, height, xKind, xRange, unit, log }}
              whole={props.whole}
              yRange={model.yRange}
              onZoom={props.onZoom}
              onWindow={props.onWindow}
              describe={props.describe}
            />
          </>
        )}
      </div>
    </section>
  );
}

function Badges({ model, log }: { model: NonNullable<ReturnType<typeof chartModel>>; log: boolean }) {
  const folded = model.lines.reduce((sum, { series }) => sum + (series.folded ?? 0), 0);
  const badge = "shrink-0 rounded border border-line px-1 text-2xs text-faint whitespace-nowrap";
  return (
    <>
      {model.bucket > 1 && (
        <span
          className={badge}
          title="Of every bucket of steps its least and its greatest value are drawn; zoom in for each step."
        >
          1 point = {model.bucket} steps
        </span>
      )}
      {folded > 0 && (
        <span className={badge} title="These curves are equal in every point; each is drawn once.">
          {folded + 1} equal curves
        </span>
      )}
      {model.constant && (
        <span className={badge} title="Every value so far is the same: it may not be measured at all.">
          constant
        </span>
      )}
      {log && model.hidden > 0 && (
        <span className={badge} title="Values at or below 0 have no place on a logarithmic axis.">
          {model.hidden} ≤ 0 left out
        </span>
      )}
    </>
  );
}
