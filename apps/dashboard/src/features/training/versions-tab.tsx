"use client";
import { type Column, DataTable, EmptyNote, ErrorNote, RelativeTime, Skeleton, shortenId } from "@deskrl/ui";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { toProblem } from "../../lib/api/problem.logic.ts";
import { useTRPC } from "../../lib/api/trpc.ts";
import { trajectoriesHref } from "../trajectories/trajectory-filters.logic.ts";
import type { NamedPhase } from "./phases.logic.ts";
import type { PolicyVersionRow } from "./types.ts";

/** Every set of weights the branch has had, newest first. */
export function VersionsTab(props: { runId: string; branchId: string; story: readonly NamedPhase[] }) {
  const { runId, branchId, story } = props;
  const trpc = useTRPC();
  const router = useRouter();
  const list = useInfiniteQuery({
    ...trpc.training.policyVersions.infiniteQueryOptions(
      { branchId, limit: 100 },
      { getNextPageParam: (page) => page.nextCursor },
    ),
    refetchInterval: 10_000,
  });
  const rows = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (list.isError) return <ErrorNote problem={toProblem(list.error)} onRetry={() => void list.refetch()} />;
  if (list.isPending) return <Skeleton className="h-60 w-full" />;
  if (rows.length === 0) {
    return (
      <EmptyNote title="No policy version yet">
        Each update of the trainer makes one. Its number stands beside every trajectory that it acted in.
      </EmptyNote>
    );
  }
  const phaseOf = (row: PolicyVersionRow) => story.find(({ phase }) => phase.id === row.phaseId);
  const columns: Column<PolicyVersionRow>[] = [
    { key: "number", header: "Version", track: "70px", align: "right", cell: (row) => row.number },
    {
      key: "phase",
      header: "Made by",
      track: "minmax(110px,1fr)",
      cell: (row) => phaseOf(row)?.name ?? shortenId(row.phaseId),
    },
    { key: "step", header: "At step", track: "70px", align: "right", cell: (row) => row.step },
    {
      key: "checkpoint",
      header: "Checkpoint",
      track: "minmax(120px,1fr)",
      cell: (row) =>
        row.checkpoint ? (
          <span
            className="font-mono text-2xs text-muted"
            title={`${row.checkpoint}: read back right after it was written`}
          >
            {row.checkpoint.slice(0, 12)}
          </span>
        ) : (
          <span
            className="text-faint text-xs"
            title="Not every version is kept; the next checkpoint holds it"
          >
            not kept
          </span>
        ),
    },
    {
      key: "age",
      header: "Age",
      track: "90px",
      cell: (row) => <RelativeTime at={row.createdAt} className="text-muted" />,
    },
  ];
  return (
    <div className="h-[60vh] min-h-72 overflow-hidden rounded-lg border border-line bg-panel">
      <DataTable
        label="Policy versions"
        columns={columns}
        rows={rows}
        total={list.data.pages[0]?.total}
        rowKey={(row) => `${row.number}`}
        onOpen={(row) => router.push(trajectoriesHref({ run: runId, window: windowOfVersion(row, story) }))}
        onEndNear={() => list.hasNextPage && !list.isFetchingNextPage && void list.fetchNextPage()}
        loadingMore={list.isFetchingNextPage}
        minWidth={560}
      />
    </div>
  );
}

/** The iteration that a version came out of: a click on it leads to what it was trained on. */
function windowOfVersion(row: PolicyVersionRow, story: readonly NamedPhase[]): string[] {
  const phase = story.find((named) => named.phase.id === row.phaseId)?.phase;
  const iteration = phase ? row.step - phase.startStep - 1 : -1;
  return iteration >= 0 ? [`${row.phaseId}:${iteration}-${iteration}`] : [];
}
