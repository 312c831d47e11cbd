"use client";
import { type PointerEvent, useEffect, useRef } from "react";
import { PLOT } from "./chart-lines.tsx";
import type { ChartModel } from "./chart-model.logic.ts";
import type { ChartSync } from "./chart-sync.ts";
import { useChartSync } from "./chart-sync.ts";
import { HoverCard, type HoverCardProps } from "./hover-card.tsx";
import { groupMarks, type MarkGroup, nearestIndex } from "./series.logic.ts";
import type { XKind } from "./x-axis.logic.ts";
import type { Range, Unit } from "./y-axis.logic.ts";
import { brushed, panned, type XRange, zoomed } from "./zoom.logic.ts";

export interface ChartOverlayProps {
  panel: string;
  sync: ChartSync;
  model: ChartModel;
  width: number;
  height: number;
  xKind: XKind;
  xRange: XRange;
  /** All there is along the axis: where zooming out and moving end. */
  whole: XRange;
  yRange: Range;
  unit: Unit;
  log: boolean;
  onZoom: (range: XRange | null) => void;
  /** A drag with Shift: the trajectories of the window. */
  onWindow?: ((range: XRange) => void) | undefined;
  describe: HoverCardProps["describe"];
}

/** Takes the pointer for a panel: cursor, zoom by dragging, moving with Alt, window with Shift. */
export function ChartOverlay(props: ChartOverlayProps) {
  const { panel, sync, model, width, height, xRange, whole, yRange, log, onZoom, onWindow } = props;
  const { cursor, panel: active, brush, picking } = useChartSync(sync);
  const box = useRef<HTMLDivElement>(null);
  const drag = useRef<{ x: number; range: XRange; mode: "zoom" | "window" | "pan" } | null>(null);
  const plotWidth = Math.max(1, width - PLOT.left - PLOT.right);
  const plotHeight = height - PLOT.top - PLOT.bottom;
  const span = xRange[1] - xRange[0];
  const toX = (clientX: number) => {
    const left = box.current?.getBoundingClientRect().left ?? 0;
    return xRange[0] + (Math.min(Math.max(clientX - left, 0), plotWidth) / plotWidth) * span;
  };
  const toPx = (x: number) => ((x - xRange[0]) / span) * plotWidth;

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || event.pointerType === "touch") return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const mode = event.altKey ? "pan" : event.shiftKey && onWindow ? "window" : "zoom";
    drag.current = { x: toX(event.clientX), range: xRange, mode };
  };
  const onPointerMove = (event: PointerEvent) => {
    const x = toX(event.clientX);
    const held = drag.current;
    if (held?.mode === "pan") onZoom(panned(held.range, whole, held.x - x));
    sync.set({
      cursor: x,
      panel,
      brush: held && held.mode !== "pan" ? [Math.min(held.x, x), Math.max(held.x, x)] : null,
      picking: held?.mode === "window",
    });
  };
  const onPointerUp = (event: PointerEvent) => {
    const held = drag.current;
    drag.current = null;
    sync.set({ brush: null, picking: false });
    if (!held || held.mode === "pan") return;
    const range = brushed(held.x, toX(event.clientX), (span / plotWidth) * 5);
    if (!range) return;
    if (held.mode === "window") onWindow?.(range);
    else onZoom(range);
  };

  const latest = useRef({ xRange, whole, onZoom, toX });
  latest.current = { xRange, whole, onZoom, toX };
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    // React's wheel listeners are passive and could not keep the page from zooming too.
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const now = latest.current;
      now.onZoom(zoomed(now.xRange, now.whole, event.deltaY > 0 ? 1.25 : 0.8, now.toX(event.clientX)));
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, []);

  const first = model.lines[0];
  const onKeyDown = (event: React.KeyboardEvent) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0 || !first) return;
    event.preventDefault();
    const at = nearestIndex(first.xs, cursor ?? xRange[1]);
    const x = first.xs[Math.min(Math.max(at + by, 0), first.xs.length - 1)];
    if (x !== undefined) sync.set({ cursor: x, panel });
  };

  const seen = cursor !== null && cursor >= xRange[0] && cursor <= xRange[1];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a plot that takes keys is no image and no control of a form
    <div
      ref={box}
      role="group"
      aria-label="Plot: arrow keys read values"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the cursor
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={() => sync.clear()}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerLeave={() => drag.current === null && sync.clear()}
      onDoubleClick={() => onZoom(null)}
      className="focus-ring absolute cursor-crosshair touch-pan-y select-none"
      style={{ left: PLOT.left, top: PLOT.top, width: plotWidth, height: plotHeight }}
    >
      {groupMarks(model.marks, { toPx, width: plotWidth }).map((group) => (
        <NotANumber key={`${group.kind} ${group.first}`} group={group} />
      ))}
      {brush && (
        <div
          className={`pointer-events-none absolute inset-y-0 ${picking ? "border-accent border-x bg-accent/25" : "bg-text/10"}`}
          style={{ left: toPx(brush[0]), width: Math.max(1, toPx(brush[1]) - toPx(brush[0])) }}
        />
      )}
      {seen && (
        <>
          <div
            className="pointer-events-none absolute inset-y-0 w-px bg-text/45"
            style={{ left: toPx(cursor) }}
          />
          {model.lines.map((line) => (
            <CursorDot
              key={line.series.key}
              line={line}
              cursor={cursor}
              {...{ toPx, yRange, log, plotHeight }}
            />
          ))}
        </>
      )}
      {seen && active === panel && brush === null && (
        <HoverCard
          model={model}
          x={cursor}
          left={toPx(cursor)}
          plotWidth={plotWidth}
          xKind={props.xKind}
          unit={props.unit}
          describe={props.describe}
        />
      )}
      {brush && active === panel && (
        <p className="pointer-events-none absolute top-1 left-1/2 -translate-x-1/2 whitespace-nowrap rounded bg-panel px-1.5 text-2xs text-muted shadow-pop">
          {picking ? "Release: trajectories of this window" : "Release: zoom"}
        </p>
      )}
    </div>
  );
}

const SIGNS = { NaN: "NaN", Infinity: "+∞", "-Infinity": "−∞" } as const;

function NotANumber({ group }: { group: MarkGroup }) {
  const { kind, left, first, last, count } = group;
  const atTop = kind === "Infinity";
  return (
    <span
      title={
        count === 1
          ? `${SIGNS[kind]} at step ${first}`
          : `${SIGNS[kind]} ${count} times from step ${first} to ${last}`
      }
      data-mark={kind}
      data-hue="failed"
      className={`pointer-events-auto absolute -translate-x-1/2 rounded-sm border border-hue-line bg-hue-soft px-0.5 text-[9px] text-hue leading-3 ${atTop ? "top-0" : "bottom-0"}`}
      style={{ left }}
    >
      {SIGNS[kind]}
      {count > 1 && ` ${count}`}
    </span>
  );
}

function CursorDot(props: {
  line: ChartModel["lines"][number];
  cursor: number;
  toPx: (x: number) => number;
  yRange: Range;
  log: boolean;
  plotHeight: number;
}) {
  const { line, cursor, toPx, yRange, log, plotHeight } = props;
  const index = nearestIndex(line.xs, cursor);
  const x = line.xs[index];
  const value = line.series.value[index];
  if (x === undefined || typeof value !== "number" || (log && value <= 0)) return null;
  const scale = (y: number) => (log ? Math.log(y) : y);
  const share = (scale(value) - scale(yRange[0])) / (scale(yRange[1]) - scale(yRange[0]));
  return (
    <span
      className="pointer-events-none absolute size-1.5 -translate-x-1/2 -translate-y-1/2 rounded-full ring-1 ring-panel"
      style={{ left: toPx(x), top: (1 - share) * plotHeight, background: line.series.colour }}
    />
  );
}
