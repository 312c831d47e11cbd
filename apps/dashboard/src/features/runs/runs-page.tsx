"use client";
import { RunState } from "@deskrl/domain";
import {
  Button,
  type Column,
  DataTable,
  EmptyNote,
  ErrorNote,
  FilterChip,
  formatCount,
  inputClass,
  RelativeTime,
  runLook,
  Skeleton,
  StateChip,
} from "@deskrl/ui";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Play, Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useCallback, useMemo } from "react";
import { toProblem } from "../../lib/api/problem.logic.ts";
import { useTRPC } from "../../lib/api/trpc.ts";
import type { RunRow } from "../../lib/api/types.ts";
import { useShortcuts } from "../../lib/keys/shortcuts.tsx";
import { NewRowsPill } from "../../lib/lists/new-rows-pill.tsx";
import { useNewRows } from "../../lib/lists/use-new-rows.ts";
import { useTopics } from "../../lib/live/live-provider.tsx";
import { PageFrame } from "../shell/page-frame.tsx";
import { TrainingProgress } from "../training/training-progress.tsx";
import { NewRunDialog } from "./new-run-dialog.tsx";
import { KIND_WORDS, NEW_VALUES, newRunKind } from "./run-kinds.logic.ts";
import { RunBar } from "./run-progress.tsx";

const parsers = {
  state: parseAsArrayOf(parseAsStringLiteral(RunState.options)).withDefault([]),
  q: parseAsString.withDefault(""),
  new: parseAsStringLiteral(NEW_VALUES),
};

const COLUMNS: readonly Column<RunRow>[] = [
  { key: "state", header: "State", track: "112px", cell: (run) => <StateChip look={runLook(run.state)} /> },
  {
    key: "name",
    header: "Name",
    track: "minmax(140px,1.4fr)",
    cell: (run) => <span title={run.name}>{run.name}</span>,
  },
  { key: "kind", header: "Kind", track: "84px", cell: (run) => KIND_WORDS[run.kind] },
  { key: "policy", header: "Policy", track: "80px", cell: (run) => run.spec.policy },
  {
    key: "bar",
    header: "Progress",
    track: "minmax(120px,1fr)",
    cell: (run) =>
      run.kind === "evaluation" ? <RunBar counts={run.counts} /> : <TrainingProgress run={run} />,
  },
  {
    key: "succeeded",
    header: "Succeeded",
    track: "76px",
    align: "right",
    cell: (run) => formatCount(run.counts.succeeded),
  },
  {
    key: "failed",
    header: "Failed",
    track: "60px",
    align: "right",
    cell: (run) => formatCount(run.counts.failed),
  },
  {
    key: "invalid",
    header: "Invalid",
    track: "60px",
    align: "right",
    cell: (run) => formatCount(run.counts.invalid),
  },
  {
    key: "planned",
    header: "Planned",
    track: "66px",
    align: "right",
    cell: (run) => formatCount(run.counts.planned),
  },
  { key: "by", header: "By", track: "80px", cell: (run) => run.requestedBy },
  {
    key: "age",
    header: "Started",
    track: "90px",
    cell: (run) => <RelativeTime at={run.createdAt} className="text-muted" />,
  },
];

/** All runs, newest first, and the dialog that starts one. */
export function RunsPage() {
  const trpc = useTRPC();
  const router = useRouter();
  const [params, setParams] = useQueryStates(parsers, { throttleMs: 150 });
  useTopics(["runs"]);
  const filters = {
    ...(params.state.length > 0 ? { state: params.state } : {}),
    ...(params.q.trim() ? { q: params.q.trim() } : {}),
  };
  const options = trpc.run.list.infiniteQueryOptions(
    { ...filters, limit: 50 },
    { getNextPageParam: (page) => page.nextCursor, placeholderData: (previous) => previous },
  );
  const list = useInfiniteQuery(options);
  const latest = useQuery({
    ...trpc.run.list.queryOptions({ ...filters, limit: 1 }),
    refetchInterval: 10_000,
  });
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data]);
  const total = list.data?.pages[0]?.total;
  const fresh = useNewRows({ shownTotal: total, latestTotal: latest.data?.total, listKey: options.queryKey });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const openNew = useCallback(() => void setParams({ new: "train" }), [setParams]);
  useShortcuts(useMemo(() => [{ keys: "n", label: "Start a run", group: "Runs", run: openNew }], [openNew]));
  const filtered = Object.keys(filters).length > 0;
  return (
    <PageFrame
      title="Runs"
      fill
      aside={
        <>
          {total !== undefined && <span className="num text-muted text-xs">{formatCount(total)}</span>}
          <NewRowsPill count={fresh.count} onShow={fresh.show} />
        </>
      }
      actions={
        <Button tone="primary" size="sm" onClick={openNew}>
          <Plus aria-hidden="true" size={14} /> New run
        </Button>
      }
      toolbar={
        <div className="flex flex-wrap items-center gap-2">
          <input
            type="search"
            aria-label="Search runs"
            placeholder="Name or id"
            value={params.q}
            onChange={(event) => void setParams({ q: event.target.value })}
            className={`${inputClass("compact")} w-48`}
          />
          <select
            aria-label="Filter by state"
            value=""
            onChange={(event) => {
              const state = RunState.safeParse(event.target.value);
              if (state.success) void setParams({ state: [...new Set([...params.state, state.data])] });
            }}
            className={`${inputClass("compact")} w-auto text-muted`}
          >
            <option value="">State: {params.state.length === 0 ? "all" : "add"}</option>
            {RunState.options.map((state) => (
              <option key={state} value={state}>
                {runLook(state).word}
              </option>
            ))}
          </select>
          {params.state.map((state) => (
            <FilterChip
              key={state}
              name="state"
              value={runLook(state).word}
              onRemove={() => void setParams({ state: params.state.filter((each) => each !== state) })}
            />
          ))}
        </div>
      }
    >
      {list.isError && (
        <div className="px-4 pb-2">
          <ErrorNote problem={toProblem(list.error)} onRetry={() => void list.refetch()} />
        </div>
      )}
      {list.isPending ? (
        <div className="space-y-2 px-4">
          {["a", "b", "c", "d"].map((key) => (
            <Skeleton key={key} className="h-8 w-full" />
          ))}
        </div>
      ) : rows.length === 0 && !list.isError ? (
        <EmptyNote
          icon={<Play aria-hidden="true" size={28} />}
          title={filtered ? "No run passes these filters" : "No runs yet"}
          action={
            filtered ? (
              <Button onClick={() => void setParams({ state: null, q: null })}>Clear all filters</Button>
            ) : (
              <Button tone="primary" onClick={openNew}>
                Start the first run
              </Button>
            )
          }
        >
          A run trains a small policy on simulated desktops, or lets a fixed one try the tasks of a suite. Its
          progress, its verdicts and every trajectory show here as they happen.
        </EmptyNote>
      ) : (
        <div className="mx-4 mb-4 min-h-0 flex-1 overflow-hidden rounded-lg border border-line bg-panel">
          <DataTable
            label="Runs"
            columns={COLUMNS}
            rows={rows}
            total={total}
            rowKey={(run) => run.id}
            onOpen={(run) => router.push(`/runs/${run.id}`)}
            onEndNear={more}
            loadingMore={isFetchingNextPage}
            minWidth={980}
          />
        </div>
      )}
      <NewRunDialog
        kind={newRunKind(params.new)}
        onKind={(kind) => void setParams({ new: kind })}
        onStarted={(id) => {
          void setParams({ new: null });
          router.push(`/runs/${id}`);
        }}
      />
    </PageFrame>
  );
}
