"use client";
import {
  type ChartSync,
  ErrorNote,
  foldEqual,
  MetricPanel,
  placeX,
  useOnScreen,
  type XRange,
} from "@deskrl/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download, X } from "lucide-react";
import { useCallback, useMemo } from "react";
import { toProblem } from "../../lib/api/problem.logic.ts";
import { useTRPC } from "../../lib/api/trpc.ts";
import type { BoardParams } from "./board-params.logic.ts";
import { captionOf } from "./caption.logic.ts";
import { csvHref } from "./csv.logic.ts";
import { stepsWithin } from "./extent.logic.ts";
import { linesOf, pointsPerSeries } from "./lines.logic.ts";
import { emptyReason, type PanelSpec } from "./panels.logic.ts";
import { phaseAtStep } from "./timeline.logic.ts";
import type { Board } from "./use-board.ts";

export interface BoardPanelProps {
  board: Board;
  panel: PanelSpec;
  params: BoardParams;
  sync: ChartSync;
  /** Names the run has logged; null while unknown. */
  logged: readonly string[] | null;
  onZoom: (range: XRange | null) => void;
  onWindow: (steps: XRange) => void;
  onLog: (log: boolean) => void;
  /** Takes an added panel off the board. */
  onRemove?: (() => void) | undefined;
}

const EMPTY = { series: [], pauses: [], resumes: [] };

/** One panel: reads its own curves, and only while it is on the screen. */
export function BoardPanel(props: BoardPanelProps) {
  const { board, panel, params, sync, logged, onWindow } = props;
  const trpc = useTRPC();
  const [box, visible] = useOnScreen<HTMLDivElement>();
  const { shown, zoomed, xRange } = board;
  const input = {
    runIds: [...new Set(shown.map(({ runId }) => runId))],
    names: [...panel.names],
    ...branchesOf(shown),
    ...stepsWithin(
      params.x,
      zoomed ? xRange : null,
      shown.map(board.storyOf),
      shown.map(({ key }) => board.timelineOf(key)),
      Date.now(),
    ),
    maxPoints: pointsPerSeries(shown.length * panel.names.length, params.smooth > 0),
    smoothing: params.smooth,
  };
  const query = useQuery({
    ...trpc.metrics.series.queryOptions(input),
    enabled: visible && shown.length > 0,
    structuralSharing: false,
    placeholderData: keepPreviousData,
    refetchInterval: visible ? 15_000 : false,
  });
  const answer = shown.length === 0 ? EMPTY : query.data;
  const lines = useMemo(() => answer && foldEqual(linesOf(answer, panel, shown)), [answer, panel, shown]);
  const ownerOf = (seriesKey: string) => lines?.find(({ key }) => key === seriesKey)?.owner ?? null;
  const timelineOf = useCallback(
    (seriesKey: string) => board.timelineOf(seriesKey.split(" ").slice(0, 2).join(" ")),
    [board],
  );
  const describe = (seriesKey: string, step: number) => {
    const owner = ownerOf(seriesKey);
    return owner ? (phaseAtStep(board.storyOf(owner), step)?.name ?? null) : null;
  };
  const log = params.log.includes(panel.id);
  const kind = board.runs[0]?.kind ?? "training";
  return (
    <div ref={box} className="min-w-0">
      <MetricPanel
        id={panel.id}
        title={panel.title}
        meaning={panel.meaning}
        unit={panel.unit}
        series={visible || lines ? (lines ?? null) : null}
        emptyBecause={
          shown.length === 0
            ? "Every branch is hidden; click one above to draw it."
            : emptyReason(panel, { zoomed, logged, kind })
        }
        problem={
          query.isError && !query.data ? (
            <ErrorNote problem={toProblem(query.error)} onRetry={() => void query.refetch()} />
          ) : undefined
        }
        {...{ timelineOf, log, sync, describe, xRange }}
        xKind={params.x}
        whole={board.whole}
        bands={board.bands}
        pauses={board.pauses}
        seams={board.seams}
        image={{
          lines: captionOf(board, params, xRange),
          name: [...board.runs.map(({ name }) => name), panel.title],
        }}
        onLog={props.onLog}
        onZoom={props.onZoom}
        onWindow={(range) => {
          const first = lines?.[0];
          if (params.x === "step" || !first) return onWindow(range);
          onWindow(stepsUnder(range, first, params.x, board));
        }}
        actions={
          <>
            <a
              href={csvHref({ runId: board.runs[0]?.id ?? "", input, x: params.x })}
              download
              title="CSV of this picture: what is drawn, and the raw values"
              className="rounded p-0.5 text-faint hover:text-text"
            >
              <Download aria-label={`CSV of ${panel.title}`} size={12} />
            </a>
            {props.onRemove && (
              <button
                type="button"
                aria-label={`Remove the panel ${panel.title}`}
                onClick={props.onRemove}
                className="focus-ring rounded p-0.5 text-faint hover:text-text"
              >
                <X aria-hidden="true" size={12} />
              </button>
            )}
          </>
        }
      />
    </div>
  );
}

/** Branches to ask for; external runs have none, and naming any would leave them out. */
function branchesOf(shown: Board["shown"]): { branchIds?: string[] } {
  const ids = shown.map(({ branchId }) => branchId);
  return ids.every(Boolean) ? { branchIds: ids } : {};
}

/** The steps of a curve that lie within a stretch of the clock. */
function stepsUnder(
  range: XRange,
  line: { key: string; step: readonly number[]; at: readonly number[]; owner: { key: string } },
  x: BoardParams["x"],
  board: Board,
): XRange {
  const timeline = board.timelineOf(line.owner.key);
  const steps = line.step.filter((step, index) => {
    const place = placeX(x, { step, at: line.at[index] ?? 0 }, timeline);
    return place >= range[0] && place <= range[1];
  });
  return [steps[0] ?? 0, steps.at(-1) ?? 0];
}
