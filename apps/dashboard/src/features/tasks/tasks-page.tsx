"use client";
import {
  Button,
  type Column,
  DataTable,
  EmptyNote,
  ErrorNote,
  FilterChip,
  formatCount,
  inputClass,
  plural,
  Skeleton,
  verdictLook,
} from "@deskrl/ui";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useRouter } from "next/navigation";
import { parseAsArrayOf, parseAsString, useQueryStates } from "nuqs";
import { useCallback, useMemo } from "react";
import { toProblem } from "../../lib/api/problem.logic.ts";
import { useTRPC } from "../../lib/api/trpc.ts";
import type { TaskRow } from "../../lib/api/types.ts";
import { PageFrame } from "../shell/page-frame.tsx";
import { SuccessCell, TallyLink } from "./tally-cells.tsx";
import { EMPTY_TALLY, type Tally } from "./task-tally.logic.ts";
import { useTallies } from "./use-tallies.ts";

const parsers = {
  suite: parseAsString,
  domain: parseAsArrayOf(parseAsString).withDefault([]),
  q: parseAsString.withDefault(""),
};

/** The suites, and every task with what came of it so far. */
export function TasksPage() {
  const trpc = useTRPC();
  const router = useRouter();
  const [params, setParams] = useQueryStates(parsers, { throttleMs: 150 });
  const suites = useQuery(trpc.suite.list.queryOptions({ limit: 100 }));
  const tasks = useInfiniteQuery(
    trpc.suite.tasks.infiniteQueryOptions(
      {
        ...(params.suite ? { suite: params.suite } : {}),
        ...(params.domain.length > 0 ? { domain: params.domain } : {}),
        ...(params.q.trim() ? { q: params.q.trim() } : {}),
        limit: 100,
      },
      { getNextPageParam: (page) => page.nextCursor, placeholderData: (previous) => previous },
    ),
  );
  const { byTask } = useTallies({});
  const rows = useMemo(() => tasks.data?.pages.flatMap((page) => page.items) ?? [], [tasks.data]);
  const total = tasks.data?.pages[0]?.total;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = tasks;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const columns = useMemo(() => columnsFor(byTask), [byTask]);
  const domains = [
    ...new Set((suites.data?.items ?? []).flatMap((suite) => Object.keys(suite.domains))),
  ].sort();
  const filtered = params.suite !== null || params.domain.length > 0 || params.q !== "";
  return (
    <PageFrame
      title="Tasks"
      fill
      aside={total !== undefined && <span className="num text-muted text-xs">{formatCount(total)}</span>}
      toolbar={
        <div className="space-y-2">
          <div className="flex gap-2 overflow-x-auto pb-1">
            {suites.isPending && <Skeleton className="h-14 w-64" />}
            {suites.data?.items.map((suite) => (
              <button
                key={suite.id}
                type="button"
                aria-pressed={params.suite === suite.name}
                onClick={() => void setParams({ suite: params.suite === suite.name ? null : suite.name })}
                className="focus-ring w-72 shrink-0 rounded-lg border border-line bg-panel px-3 py-2 text-left hover:bg-raised aria-pressed:border-accent"
              >
                <span className="flex items-baseline justify-between gap-2">
                  <span className="truncate font-medium">{suite.title}</span>
                  <span className="num shrink-0 text-muted text-xs">{plural(suite.taskCount, "task")}</span>
                </span>
                <span className="line-clamp-1 text-muted text-xs" title={suite.description}>
                  {suite.description || suite.name}
                </span>
              </button>
            ))}
          </div>
          <div className="flex flex-wrap items-center gap-1.5">
            <input
              type="search"
              aria-label="Search tasks"
              placeholder="Id or words of the instruction"
              value={params.q}
              onChange={(event) => void setParams({ q: event.target.value })}
              className={`${inputClass("compact")} mr-1 w-60`}
            />
            {domains.map((domain) => (
              <button
                key={domain}
                type="button"
                aria-pressed={params.domain.includes(domain)}
                onClick={() =>
                  void setParams({
                    domain: params.domain.includes(domain)
                      ? params.domain.filter((each) => each !== domain)
                      : [...params.domain, domain],
                  })
                }
                className="focus-ring h-6 rounded-full border border-line bg-panel px-2 text-muted text-xs hover:bg-raised aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-text"
              >
                {domain}
              </button>
            ))}
            {params.suite && (
              <FilterChip
                name="suite"
                value={params.suite}
                onRemove={() => void setParams({ suite: null })}
              />
            )}
          </div>
        </div>
      }
    >
      {tasks.isError && (
        <div className="px-4 pb-2">
          <ErrorNote problem={toProblem(tasks.error)} onRetry={() => void tasks.refetch()} />
        </div>
      )}
      {tasks.isPending ? (
        <Skeleton className="mx-4 h-64" />
      ) : rows.length === 0 && !tasks.isError ? (
        <EmptyNote
          title={filtered ? "No task passes these filters" : "No tasks yet"}
          action={
            filtered && (
              <Button onClick={() => void setParams({ suite: null, domain: null, q: null })}>
                Clear all filters
              </Button>
            )
          }
        >
          Suites come with DeskRL and are imported when it starts. Each task has an instruction, the files it
          starts from, and an evaluator that judges what was saved.
        </EmptyNote>
      ) : (
        <div
          className={clsx("mx-4 mb-4 min-h-0 flex-1 overflow-hidden rounded-lg border border-line bg-panel")}
        >
          <DataTable
            label="Tasks"
            columns={columns}
            rows={rows}
            total={total}
            rowKey={(task) => task.id}
            onOpen={(task) => router.push(`/tasks/${task.id}`)}
            onEndNear={more}
            loadingMore={isFetchingNextPage}
            minWidth={880}
          />
        </div>
      )}
    </PageFrame>
  );
}

function columnsFor(byTask: Map<string, Tally>): readonly Column<TaskRow>[] {
  const tallyOf = (task: TaskRow) => byTask.get(task.key) ?? EMPTY_TALLY;
  return [
    {
      key: "key",
      header: "Task",
      track: "minmax(120px,0.8fr)",
      cell: (task) => (
        <span className="font-mono text-xs" title={task.key}>
          {task.key}
        </span>
      ),
    },
    { key: "domain", header: "Application", track: "96px", cell: (task) => task.domain },
    {
      key: "instruction",
      header: "Instruction",
      track: "minmax(200px,2fr)",
      cell: (task) => (
        <span title={task.instruction}>
          {!task.feasible && (
            <span className="mr-1.5 rounded border border-line px-1 text-muted text-xs">infeasible</span>
          )}
          {task.instruction}
        </span>
      ),
    },
    {
      key: "success",
      header: "Success",
      track: "120px",
      cell: (task) => <SuccessCell tally={tallyOf(task)} />,
    },
    ...(["succeeded", "failed", "invalid"] as const).map((verdict) => ({
      key: verdict,
      header: verdictLook(verdict).word,
      track: "70px",
      align: "right" as const,
      cell: (task: TaskRow) => <TallyLink tally={tallyOf(task)} verdict={verdict} task={task.key} />,
    })),
  ];
}
