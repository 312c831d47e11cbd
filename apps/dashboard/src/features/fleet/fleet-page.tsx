"use client";
import { Button, buttonClass, EmptyNote, ErrorNote, formatCount, Skeleton, VirtualGrid } from "@deskrl/ui";
import { useInfiniteQuery } from "@tanstack/react-query";
import { MonitorPlay } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useQueryStates } from "nuqs";
import { useCallback, useEffect, useMemo, useState } from "react";
import { toProblem } from "../../lib/api/problem.logic.ts";
import { useTRPC } from "../../lib/api/trpc.ts";
import { useShortcuts } from "../../lib/keys/shortcuts.tsx";
import { useTopics, useWatchThumbnails } from "../../lib/live/live-provider.tsx";
import { PageFrame } from "../shell/page-frame.tsx";
import { CAPTION_HEIGHT, DesktopTile } from "./desktop-tile.tsx";
import { fleetParsers, fleetQuery } from "./fleet-filters.logic.ts";
import { sortFleet } from "./fleet-sort.logic.ts";
import { FleetToolbar } from "./fleet-toolbar.tsx";
import { SelectionBar } from "./selection-bar.tsx";

const TILE_WIDTH = { map: 26, small: 150, medium: 232, large: 380 } as const;

/** Every desktop, live. */
export function FleetPage() {
  const trpc = useTRPC();
  const router = useRouter();
  const [params, setParams] = useQueryStates(fleetParsers, { history: "replace", throttleMs: 150 });
  const [visible, setVisible] = useState<string[]>([]);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const list = useInfiniteQuery(
    trpc.environment.list.infiniteQueryOptions(
      { ...fleetQuery(params), limit: 100 },
      {
        getNextPageParam: (page) => page.nextCursor,
        refetchInterval: 30_000,
        placeholderData: (previous) => previous,
      },
    ),
  );
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const total = list.data?.pages[0]?.total ?? 0;
  const rows = useMemo(
    () => sortFleet(list.data?.pages.flatMap((page) => page.items) ?? [], params.sort),
    [list.data, params.sort],
  );
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  // An order of our own is only true over all desktops, so the rest is fetched.
  useEffect(() => {
    if (params.sort !== "place" || params.size === "map") more();
  }, [params.sort, params.size, more]);
  // A heat map shows states only, which the fleet topic carries; tiles also show steps.
  const detailed = params.size === "map" ? [] : visible;
  useTopics(["fleet", ...detailed.map((id) => `environment:${id}` as const)]);
  useWatchThumbnails(detailed);
  const onVisible = useCallback(
    (indexes: number[]) => setVisible(indexes.flatMap((index) => rows[index]?.id ?? [])),
    [rows],
  );
  const toggle = useCallback((id: string) => {
    setSelected((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  }, []);
  const shortcuts = useMemo(
    () => [
      { keys: "Escape", label: "Clear the selection", group: "Fleet", run: () => setSelected(new Set()) },
      {
        keys: "x",
        label: "Select every desktop shown",
        group: "Fleet",
        run: () => setSelected(new Set(rows.map((row) => row.id))),
      },
    ],
    [rows],
  );
  useShortcuts(shortcuts);

  const filtered = Object.keys(fleetQuery(params)).length > 0;
  const chosen = rows.filter((row) => selected.has(row.id));
  return (
    <PageFrame
      title="Fleet"
      fill
      aside={
        list.data && (
          <span className="num text-muted text-xs">
            {rows.length < total
              ? `${formatCount(rows.length)} of ${formatCount(total)}`
              : formatCount(total)}{" "}
            desktops
          </span>
        )
      }
      toolbar={<FleetToolbar params={params} setParams={(change) => void setParams(change)} />}
    >
      {list.isError && (
        <div className="px-4 pb-2">
          <ErrorNote problem={toProblem(list.error)} onRetry={() => void list.refetch()} />
        </div>
      )}
      {list.isPending ? (
        <TileSkeletons />
      ) : rows.length === 0 && !list.isError ? (
        filtered ? (
          <EmptyNote
            title="No desktop passes these filters"
            action={
              <Button onClick={() => void setParams({ state: [], run: null, worker: null, q: "" })}>
                Clear all filters
              </Button>
            }
          >
            Desktops that are gone are left out unless you ask for them.
          </EmptyNote>
        ) : (
          <EmptyNote
            icon={<MonitorPlay aria-hidden="true" size={28} />}
            title="No desktops yet"
            action={
              <Link href="/workers" className={buttonClass("primary")}>
                See the workers
              </Link>
            }
          >
            Each worker that joins starts its desktops by itself. They show here with a live picture, the task
            an agent works on, and its step.
          </EmptyNote>
        )
      ) : (
        <div className="min-h-0 flex-1">
          <VirtualGrid
            label="Desktops"
            count={rows.length}
            gap={params.size === "map" ? 3 : 10}
            minTileWidth={TILE_WIDTH[params.size]}
            heightFor={(width) =>
              params.size === "map"
                ? width
                : Math.round(((width - 4) * 9) / 16) + 4 + CAPTION_HEIGHT[params.size]
            }
            keyOf={(index) => rows[index]?.id ?? String(index)}
            renderTile={(index) => {
              const desktop = rows[index];
              return (
                desktop && (
                  <DesktopTile
                    desktop={desktop}
                    size={params.size}
                    selected={selected.has(desktop.id)}
                    selecting={selected.size > 0}
                    onToggle={toggle}
                  />
                )
              );
            }}
            onActivate={(index) => {
              const desktop = rows[index];
              if (desktop) router.push(`/desktops/${desktop.id}`);
            }}
            onToggle={(index) => {
              const desktop = rows[index];
              if (desktop) toggle(desktop.id);
            }}
            onVisible={onVisible}
            onEndNear={more}
          />
        </div>
      )}
      {chosen.length > 0 && (
        <SelectionBar
          ids={chosen.map((row) => row.id)}
          busy={chosen.filter((row) => row.episode !== null).length}
          onClear={() => setSelected(new Set())}
        />
      )}
    </PageFrame>
  );
}

function TileSkeletons() {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(232px,1fr))] gap-2.5 px-3 pt-3">
      {["a", "b", "c", "d", "e", "f", "g", "h"].map((key) => (
        <Skeleton key={key} className="h-44 w-full" />
      ))}
    </div>
  );
}
