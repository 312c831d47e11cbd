"use client";
import {
  Button,
  buttonClass,
  DataTable,
  EmptyNote,
  ErrorNote,
  formatCount,
  inputClass,
  Skeleton,
} from "@deskrl/ui";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Footprints, ListFilter } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useQueryStates } from "nuqs";
import { useCallback, useMemo, useState } from "react";
import { toProblem } from "../../lib/api/problem.logic.ts";
import { useTRPC } from "../../lib/api/trpc.ts";
import { NewRowsPill } from "../../lib/lists/new-rows-pill.tsx";
import { useNewRows } from "../../lib/lists/use-new-rows.ts";
import { useTopics } from "../../lib/live/live-provider.tsx";
import { toggled } from "../fleet/fleet-filters.logic.ts";
import { PageFrame } from "../shell/page-frame.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { FacetPanel } from "./facet-panel.tsx";
import { FilterChips } from "./filter-chips.tsx";
import { TRAJECTORY_COLUMNS } from "./trajectory-columns.tsx";
import {
  type FACETS,
  hasFilters,
  NO_FILTERS,
  SORTS,
  trajectoryParsers,
  trajectoryQuery,
} from "./trajectory-filters.logic.ts";

const SORT_WORDS = {
  newest: "Newest",
  oldest: "Oldest",
  longest: "Most steps",
  shortest: "Fewest steps",
} as const;

/** Every trajectory, to filter, open and export. */
export function TrajectoriesPage() {
  const trpc = useTRPC();
  const router = useRouter();
  const [params, setParams] = useQueryStates(trajectoryParsers, { throttleMs: 150 });
  const [facetsOpen, setFacetsOpen] = useState(false);
  useTopics(params.run ? ["runs", `run:${params.run}`] : ["runs"]);
  const filters = trajectoryQuery(params);
  const options = trpc.episode.list.infiniteQueryOptions(
    { ...filters, sort: params.sort, limit: 100 },
    { getNextPageParam: (page) => page.nextCursor, placeholderData: (previous) => previous },
  );
  const list = useInfiniteQuery(options);
  const latest = useQuery({
    ...trpc.episode.list.queryOptions({ ...filters, sort: params.sort, limit: 1 }),
    refetchInterval: 5000,
  });
  // Counting every value costs more than the list, so it comes after the list is on the screen.
  const facets = useQuery({
    ...trpc.episode.facets.queryOptions(filters),
    enabled: !list.isPending,
    refetchInterval: 15_000,
    placeholderData: (previous) => previous,
  });
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data]);
  const total = list.data?.pages[0]?.total;
  const fresh = useNewRows({ shownTotal: total, latestTotal: latest.data?.total, listKey: options.queryKey });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const toggle = (param: (typeof FACETS)[number]["param"], value: string) =>
    void setParams({ [param]: toggled<string>(params[param], value) });
  return (
    <PageFrame
      title="Trajectories"
      fill
      aside={
        <>
          {total !== undefined && <span className="num text-muted text-xs">{formatCount(total)}</span>}
          <NewRowsPill count={params.sort === "newest" ? fresh.count : 0} onShow={fresh.show} />
        </>
      }
      actions={
        <>
          <Button
            size="sm"
            className="lg:hidden"
            onClick={() => setFacetsOpen(!facetsOpen)}
            aria-expanded={facetsOpen}
          >
            <ListFilter aria-hidden="true" size={13} /> Filters
          </Button>
          <input
            type="search"
            aria-label="Search trajectories"
            placeholder="Id, task, words, reason"
            value={params.q}
            onChange={(event) => void setParams({ q: event.target.value })}
            className={`${inputClass("compact")} w-48`}
          />
          <select
            aria-label="Order"
            value={params.sort}
            onChange={(event) => {
              const sort = SORTS.find((each) => each === event.target.value);
              if (sort) void setParams({ sort });
            }}
            className={`${inputClass("compact")} w-auto`}
          >
            {SORTS.map((sort) => (
              <option key={sort} value={sort}>
                {SORT_WORDS[sort]}
              </option>
            ))}
          </select>
          <ExportMenu filters={filters} total={total} />
        </>
      }
      toolbar={<FilterChips params={params} onToggle={toggle} onSet={(change) => void setParams(change)} />}
    >
      {list.isError && (
        <div className="px-4 pb-2">
          <ErrorNote problem={toProblem(list.error)} onRetry={() => void list.refetch()} />
        </div>
      )}
      <div className="flex min-h-0 flex-1 flex-col gap-3 px-4 pb-4 lg:flex-row">
        <aside
          aria-label="Filters"
          className={`max-h-64 shrink-0 overflow-y-auto lg:block lg:max-h-none lg:w-52 ${facetsOpen ? "" : "hidden"}`}
        >
          <FacetPanel facets={facets.data} params={params} onToggle={toggle} />
        </aside>
        <div className="min-h-0 min-w-0 flex-1 overflow-hidden rounded-lg border border-line bg-panel">
          {list.isPending ? (
            <div className="space-y-2 p-3">
              {["a", "b", "c", "d", "e", "f"].map((key) => (
                <Skeleton key={key} className="h-7 w-full" />
              ))}
            </div>
          ) : rows.length === 0 && !list.isError ? (
            <Empty filtered={hasFilters(params)} onClear={() => void setParams(NO_FILTERS)} />
          ) : (
            <DataTable
              label="Trajectories"
              columns={TRAJECTORY_COLUMNS}
              rows={rows}
              total={total}
              rowKey={(row) => row.id}
              onOpen={(row) => router.push(`/trajectories/${row.id}`)}
              onEndNear={more}
              loadingMore={isFetchingNextPage}
              minWidth={960}
            />
          )}
        </div>
      </div>
    </PageFrame>
  );
}

function Empty({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (filtered) {
    return (
      <EmptyNote
        title="No trajectory passes these filters"
        action={<Button onClick={onClear}>Clear all filters</Button>}
      >
        The filters are in the address of this page, so a link may have brought them.
      </EmptyNote>
    );
  }
  return (
    <EmptyNote
      icon={<Footprints aria-hidden="true" size={28} />}
      title="No trajectories yet"
      action={
        <Link href="/runs?new=train" className={buttonClass("primary")}>
          Start a run
        </Link>
      }
    >
      Every step an agent takes is recorded: what it saw, what it did, and what came of it. Each attempt at a
      task shows here from its first step on.
    </EmptyNote>
  );
}
