"use client";
import { formatCount } from "@deskrl/ui";
import { useRouter } from "next/navigation";
import { useQueryStates } from "nuqs";
import { useCallback, useMemo, useState } from "react";
import { useShortcuts } from "../../lib/keys/shortcuts.tsx";
import { useWall, useWatchThumbnails } from "../../lib/live/live-provider.tsx";
import { PageFrame } from "../shell/page-frame.tsx";
import { fleetParsers, isFiltered, toggled } from "./fleet-filters.logic.ts";
import { FleetToolbar } from "./fleet-toolbar.tsx";
import { HeatMap } from "./heat-map.tsx";
import { LIVE_BUDGET, toggleLive, withinBudget } from "./live-views.logic.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { TILE_WIDTH, TileWall } from "./tile-wall.tsx";
import { useArrangement } from "./use-arrangement.ts";
import { useHoverCard } from "./use-hover-card.tsx";
import { useSelection } from "./use-selection.ts";
import { EmptyWall, WallTrouble } from "./wall-notes.tsx";

/** Tiles fill their row, so that most are somewhat wider than the least width of their size. */
const WIDEST = 1.25;

/** Every desktop, live: from one cell each to a few large pictures. */
export function FleetPage() {
  const router = useRouter();
  const [params, setParams] = useQueryStates(fleetParsers, { history: "replace", throttleMs: 150 });
  const [visible, setVisible] = useState<string[]>([]);
  const [ended, setEnded] = useState<string | null>(null);
  const wall = useWall();
  const { counts, sections, ids, shown } = useArrangement(wall, params);
  const { selected, select, selectMany, selectAll, clear } = useSelection(shown);
  const rowOf = useCallback((id: string) => wall.byId.get(id), [wall.byId]);
  const { onHover, card } = useHoverCard(rowOf);
  const live = useMemo(() => withinBudget(params.live), [params.live]);
  // A heat map shows no pictures, and a live view needs none.
  const pictured =
    params.size === "map" ? [] : visible.filter((id) => params.size !== "large" || !live.includes(id));
  useWatchThumbnails(pictured, params.size === "map" ? 0 : TILE_WIDTH[params.size] * WIDEST);

  const onOpen = useCallback((id: string) => id && router.push(`/desktops/${id}`), [router]);
  const onFold = useCallback(
    (key: string) => void setParams((before) => ({ closed: toggled(before.closed, key) })),
    [setParams],
  );
  const onLive = useCallback(
    (id: string) => {
      const next = toggleLive(live, id);
      setEnded(next.ended);
      void setParams({ live: next.live });
    },
    [live, setParams],
  );
  const shortcuts = useMemo(
    () => [
      { keys: "Escape", label: "Clear the selection", group: "Fleet", run: clear },
      { keys: "x", label: "Select every desktop shown", group: "Fleet", run: selectAll },
    ],
    [clear, selectAll],
  );
  useShortcuts(shortcuts);

  const ready = wall.status !== "loading";
  const headers = params.group !== "none";
  const chosen = useMemo(() => [...selected].flatMap((id) => wall.byId.get(id) ?? []), [selected, wall.byId]);
  const shared = {
    sections,
    headers,
    ids: shown,
    rowOf,
    selected,
    onOpen,
    onSelect: select,
    onFold,
    onHover,
  };
  return (
    <PageFrame
      title="Fleet"
      fill
      aside={
        ready && (
          <span className="num text-muted text-xs">
            {ids.length < wall.rows.length && `${formatCount(ids.length)} of `}
            {formatCount(wall.rows.length)} desktops
          </span>
        )
      }
      toolbar={
        <FleetToolbar
          counts={ready ? counts : undefined}
          rows={wall.rows}
          params={params}
          setParams={(change) => void setParams(change)}
        />
      }
    >
      <WallTrouble status={wall.status} ended={ended} budget={LIVE_BUDGET} />
      {!ready || ids.length === 0 ? (
        <EmptyWall
          loading={!ready}
          filtered={isFiltered(params)}
          search={params.q}
          onClear={() => void setParams({ state: [], run: null, worker: null, q: "" })}
        />
      ) : (
        <div className="min-h-0 flex-1">
          {params.size === "map" ? (
            <HeatMap {...shared} version={wall} />
          ) : (
            <TileWall
              {...shared}
              size={params.size}
              live={live}
              onSelectMany={selectMany}
              onLive={onLive}
              onVisible={setVisible}
            />
          )}
        </div>
      )}
      {/* Who selects needs the tiles beside the one under the pointer. */}
      {chosen.length === 0 && card}
      {chosen.length > 0 && <SelectionBar rows={chosen} onClear={clear} />}
    </PageFrame>
  );
}
