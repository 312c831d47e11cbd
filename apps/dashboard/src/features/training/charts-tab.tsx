"use client";
import { ChartSync, type XRange, zoomed } from "@deskrl/ui";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useCallback, useMemo, useState } from "react";
import { useTRPC } from "../../lib/api/trpc.ts";
import type { RunRow, Training } from "../../lib/api/types.ts";
import { useShortcuts } from "../../lib/keys/shortcuts.tsx";
import { trajectoriesHref } from "../trajectories/trajectory-filters.logic.ts";
import { BoardPanel } from "./board-panel.tsx";
import type { BoardParams } from "./board-params.logic.ts";
import { BoardToolbar, type BoardToolbarProps } from "./board-toolbar.tsx";
import { panelsOf } from "./panels.logic.ts";
import { windowsOf } from "./timeline.logic.ts";
import { useBoard } from "./use-board.ts";

/** The curves of a run: panels with one cursor, one zoom, and the phases behind them. */
export function ChartsTab(props: {
  run: RunRow;
  training: Training | null;
  params: BoardParams;
  onSet: BoardToolbarProps["onSet"];
}) {
  const { run, training, params, onSet } = props;
  const trpc = useTRPC();
  const router = useRouter();
  const [sync] = useState(() => new ChartSync());
  const board = useBoard(run, training, params);
  const names = useQuery({ ...trpc.metrics.names.queryOptions({ runId: run.id }), refetchInterval: 15_000 });
  const logged = useMemo(() => names.data?.map(({ name }) => name) ?? null, [names.data]);
  const external = run.kind === "external";
  const panels = useMemo(
    () => panelsOf(params.more, external ? logged : null),
    [params.more, external, logged],
  );
  const shown = useMemo(() => new Set(panels.flatMap(({ names }) => names)), [panels]);
  const onZoom = useCallback((range: XRange | null) => onSet({ zoom: range ? [...range] : null }), [onSet]);
  const { story } = board;
  const onWindow = useCallback(
    (steps: XRange) => router.push(trajectoriesHref({ run: run.id, window: windowsOf(story, steps) })),
    [router, run.id, story],
  );
  const { xRange, whole } = board;
  const shortcuts = useMemo(() => {
    const key = (keys: string, label: string, act: () => void) => ({
      keys,
      label,
      group: "Charts",
      run: act,
    });
    return [
      key("+", "Zoom in", () => onZoom(zoomed(xRange, whole, 0.5))),
      key("=", "Zoom in", () => onZoom(zoomed(xRange, whole, 0.5))),
      key("-", "Zoom out", () => onZoom(zoomed(xRange, whole, 2))),
      key("0", "Show all", () => onZoom(null)),
    ];
  }, [onZoom, xRange, whole]);
  useShortcuts(shortcuts);
  return (
    <div className="space-y-2">
      <BoardToolbar {...{ board, params, shown, onSet }} onTrajectories={() => onWindow(xRange)} />
      <PhaseKey board={board} />
      <div className="grid gap-2 md:grid-cols-2 2xl:grid-cols-3">
        {panels.map((panel) => (
          <BoardPanel
            key={panel.id}
            {...{ board, panel, params, sync, logged, onZoom, onWindow }}
            onLog={(log) =>
              onSet({ log: log ? [...params.log, panel.id] : params.log.filter((id) => id !== panel.id) })
            }
            onRemove={
              params.more.includes(panel.id)
                ? () => onSet({ more: params.more.filter((name) => name !== panel.id) })
                : undefined
            }
          />
        ))}
      </div>
      <p className="text-2xs text-faint">
        Drag to zoom · Shift-drag for the trajectories of a window · Alt-drag to move · Ctrl-wheel, + and − to
        zoom · double-click or 0 for all
      </p>
    </div>
  );
}

/** What the hues behind the curves mean. */
function PhaseKey({ board }: { board: ReturnType<typeof useBoard> }) {
  if (board.bands.length === 0) return null;
  return (
    <ul className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xs text-muted">
      {board.bands.map((band) => (
        <li key={band.key} className="inline-flex items-center gap-1">
          <span
            aria-hidden="true"
            className="size-2.5 rounded-sm opacity-50"
            style={{ background: `var(--phase-${band.hue})` }}
          />
          {band.label}
        </li>
      ))}
      {board.pauses.length > 0 && <li>grey: paused</li>}
      {board.seams.length > 0 && <li>dotted line: resumed</li>}
    </ul>
  );
}
