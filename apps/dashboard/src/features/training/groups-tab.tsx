"use client";
import { type Column, DataTable, EmptyNote, ErrorNote, type Look, Skeleton, StateChip } from "@deskrl/ui";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { parseAsString, useQueryStates } from "nuqs";
import { toProblem } from "../../lib/api/problem.logic.ts";
import { useTRPC } from "../../lib/api/trpc.ts";
import { groupKey, parseGroupKey } from "./group-key.logic.ts";
import { GroupView } from "./group-view.tsx";
import type { NamedPhase } from "./phases.logic.ts";
import type { GroupRow } from "./types.ts";

const STATES = ["trained", "no_spread", "dropped"] as const;
type State = (typeof STATES)[number];
const LOOKS: Record<State, Look> = {
  trained: { hue: "succeeded", glyph: "check", word: "Trained" },
  no_spread: { hue: "queued", glyph: "circle", word: "No spread" },
  dropped: { hue: "invalid", glyph: "wrench", word: "Dropped" },
};
const lookOf = (state: string): Look =>
  STATES.flatMap((each) => (each === state ? [LOOKS[each]] : []))[0] ?? {
    hue: "queued",
    glyph: "question",
    word: state,
  };

const number = (value: number | null): string => (value === null ? "–" : value.toFixed(2));

const COLUMNS: readonly Column<GroupRow>[] = [
  { key: "iteration", header: "Iteration", track: "70px", align: "right", cell: (row) => row.iteration },
  { key: "index", header: "Group", track: "56px", align: "right", cell: (row) => row.index },
  {
    key: "state",
    header: "State",
    track: "104px",
    cell: (row) => <StateChip look={lookOf(row.state)} title={row.reason ?? undefined} />,
  },
  {
    key: "task",
    header: "Task",
    track: "minmax(160px,1fr)",
    cell: (row) => (
      <span className="font-mono text-xs" title={row.taskKey}>
        {row.taskKey}
      </span>
    ),
  },
  {
    key: "succeeded",
    header: "Succeeded",
    track: "84px",
    align: "right",
    cell: (row) => `${row.succeeded} of ${row.size}`,
  },
  { key: "mean", header: "Reward", track: "60px", align: "right", cell: (row) => number(row.rewardMean) },
  { key: "std", header: "Spread", track: "60px", align: "right", cell: (row) => number(row.rewardStd) },
  { key: "invalid", header: "Invalid", track: "56px", align: "right", cell: (row) => row.invalid },
  { key: "retries", header: "Retries", track: "56px", align: "right", cell: (row) => row.retries },
];

/** The groups of an RL phase, newest iteration first; one opens into its members side by side. */
export function GroupsTab({ story }: { story: readonly NamedPhase[] }) {
  const trpc = useTRPC();
  const [params, setParams] = useQueryStates({
    phase: parseAsString,
    spread: parseAsString,
    group: parseAsString,
  });
  const phases = story.filter(({ phase }) => phase.kind === "rl");
  const chosen = phases.find(({ phase }) => phase.id === params.phase) ?? phases.at(-1);
  const state = STATES.find((each) => each === params.spread) ?? null;
  const list = useInfiniteQuery({
    ...trpc.training.groups.infiniteQueryOptions(
      { phaseId: chosen?.phase.id ?? "ph_none", limit: 100, ...(state ? { state } : {}) },
      { getNextPageParam: (page) => page.nextCursor },
    ),
    enabled: chosen !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  });
  const open = params.group ? parseGroupKey(params.group) : null;
  if (!chosen) {
    return (
      <EmptyNote title="No RL phase yet">
        In RL, several episodes of one task make a group: what some of them did better than the others is what
        is learnt. The groups of each iteration show here.
      </EmptyNote>
    );
  }
  if (open) return <GroupView place={open} onBack={() => void setParams({ group: null })} />;
  const rows = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-1 text-xs">
        {phases.map(({ phase, name }) => (
          <Toggle
            key={phase.id}
            on={phase.id === chosen.phase.id}
            onClick={() => void setParams({ phase: phase.id })}
          >
            {name}
          </Toggle>
        ))}
        <span className="mx-1 text-line-strong">|</span>
        {STATES.map((each) => (
          <Toggle
            key={each}
            on={each === state}
            onClick={() => void setParams({ spread: each === state ? null : each })}
          >
            {LOOKS[each].word}
          </Toggle>
        ))}
        <span className="num ml-auto text-muted">{list.data?.pages[0]?.total ?? 0} groups</span>
      </div>
      {list.isError && <ErrorNote problem={toProblem(list.error)} onRetry={() => void list.refetch()} />}
      {list.isPending ? (
        <Skeleton className="h-60 w-full" />
      ) : rows.length === 0 && !list.isError ? (
        <EmptyNote title={state ? "No group of this kind" : "No group yet"}>
          {state
            ? "Choose another kind, or all."
            : "The first groups come with the first iteration of the phase."}
        </EmptyNote>
      ) : (
        <div className="h-[60vh] min-h-72 overflow-hidden rounded-lg border border-line bg-panel">
          <DataTable
            label="Groups"
            columns={COLUMNS}
            rows={rows}
            total={list.data?.pages[0]?.total}
            rowKey={groupKey}
            onOpen={(row) => void setParams({ group: groupKey(row) }, { history: "push" })}
            onEndNear={() => list.hasNextPage && !list.isFetchingNextPage && void list.fetchNextPage()}
            loadingMore={list.isFetchingNextPage}
            minWidth={780}
          />
        </div>
      )}
    </div>
  );
}

function Toggle(props: { on: boolean; onClick: () => void; children: React.ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={props.on}
      onClick={props.onClick}
      className={clsx(
        "focus-ring h-6 rounded-md border px-2",
        props.on ? "border-accent bg-accent-soft" : "border-line text-muted hover:bg-raised",
      )}
    >
      {props.children}
    </button>
  );
}
