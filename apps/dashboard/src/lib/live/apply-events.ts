import type { Event } from "@deskrl/domain";
import { notifyManager, type QueryClient, type QueryKey } from "@tanstack/react-query";
import type { useTRPC } from "../api/trpc.ts";
import type { EnvironmentRow, EpisodeRow, RunRow, Training, WorkerRow } from "../api/types.ts";
import { type CachedList, listHas, patchList } from "./cache-shapes.logic.ts";
import { patchEnvironment, patchEpisode, patchRun, patchTraining, patchWorker } from "./row-patches.logic.ts";

type Trpc = ReturnType<typeof useTRPC>;

/** Queries whose answer an event makes old without saying the new one. */
export type Refetch = (queryKey: QueryKey) => void;

/**
 * Applies events to everything in the cache, in order, with one redraw for all of them. Rows are patched; what an
 * event cannot say (counts under a filter, an episode it only names) is asked for through `refetch`, which the
 * caller throttles.
 */
export function applyEvents(options: {
  queryClient: QueryClient;
  trpc: Trpc;
  events: readonly Event[];
  refetch: Refetch;
  /** Curves have grown. Asked for more often than the rest, so that a point is on the screen within two seconds. */
  refetchCurves: () => void;
}): void {
  notifyManager.batch(() => {
    for (const event of options.events) applyOne(options, event);
  });
}

type Scope = Parameters<typeof applyEvents>[0];

function applyOne(scope: Scope, event: Event): void {
  const { trpc, refetch } = scope;
  switch (event.type) {
    case "environment:changed":
      patchEnvironments(scope, event);
      refetch(trpc.environment.counts.pathKey());
      refetch(trpc.system.status.pathKey());
      break;
    case "step:recorded":
    case "episode:changed":
      patchEnvironments(scope, event);
      patchEpisodes(scope, event);
      break;
    case "run:changed":
      patchRuns(scope, event);
      patchTrainings(scope, event);
      refetch(trpc.episode.facets.pathKey());
      break;
    case "phase:changed":
      patchTrainings(scope, event);
      break;
    case "metrics:appended":
      scope.refetchCurves();
      refetch(trpc.metrics.names.pathKey());
      break;
    case "worker:registered":
    case "worker:changed":
      patchWorkers(scope, event);
      break;
    case "worker:removed":
      refetch(trpc.worker.list.pathKey());
      refetch(trpc.environment.pathKey());
      refetch(trpc.system.status.pathKey());
      break;
    case "agent:paused":
    case "agent:resumed":
      refetch(trpc.environment.list.pathKey());
      refetch(trpc.environment.byId.pathKey());
      refetch(trpc.audit.list.pathKey());
      break;
    case "control:taken":
    case "control:given-back":
    case "audit:recorded":
      refetch(trpc.audit.list.pathKey());
      break;
    case "suite:changed":
      refetch(trpc.suite.pathKey());
      break;
  }
}

function patchEnvironments({ queryClient, trpc, refetch }: Scope, event: Event): void {
  let unknown = false;
  let found = event.type !== "environment:changed";
  const patch = (row: EnvironmentRow) => {
    if (row.id === event.subjectId) found = true;
    const patched = patchEnvironment(row, event);
    unknown ||= patched.episodeUnknown;
    return patched.row;
  };
  const listKey = trpc.environment.list.pathKey();
  queryClient.setQueriesData<CachedList<EnvironmentRow>>({ queryKey: listKey }, (list) =>
    patchList(list, patch),
  );
  queryClient.setQueriesData<EnvironmentRow>({ queryKey: trpc.environment.byId.pathKey() }, (row) =>
    row === undefined ? row : patch(row),
  );
  if (unknown || !found) refetch(listKey);
  if (unknown) refetch(trpc.environment.byId.pathKey());
}

function patchEpisodes({ queryClient, trpc, refetch }: Scope, event: Event): void {
  const patch = (row: EpisodeRow) => patchEpisode(row, event);
  let known = false;
  queryClient.setQueriesData<CachedList<EpisodeRow>>({ queryKey: trpc.episode.list.pathKey() }, (list) => {
    known ||= listHas(list, event.subjectId);
    return patchList(list, patch);
  });
  // The key without an input is that of single pages: those tell what is new. The lists on the screen stay still.
  if (!known && event.type === "episode:changed") refetch(trpc.episode.list.queryKey());
  queryClient.setQueriesData<EpisodeRow>({ queryKey: trpc.episode.byId.pathKey() }, (row) =>
    row === undefined ? row : patch(row),
  );
}

function patchRuns({ queryClient, trpc, refetch }: Scope, event: Event): void {
  const patch = (row: RunRow) => patchRun(row, event);
  let known = false;
  queryClient.setQueriesData<CachedList<RunRow>>({ queryKey: trpc.run.list.pathKey() }, (list) => {
    known ||= listHas(list, event.subjectId);
    return patchList(list, patch);
  });
  // A patch begins the interval of a query anew, so a list that is patched all the time never asks by itself.
  if (!known) refetch(trpc.run.list.queryKey());
  queryClient.setQueriesData<RunRow>({ queryKey: trpc.run.byId.pathKey() }, (row) =>
    row === undefined ? row : patch(row),
  );
}

/** Phases are patched at once; the funnel, the totals and the evidence follow with the next read. */
function patchTrainings({ queryClient, trpc, refetch }: Scope, event: Event): void {
  const queryKey = trpc.training.byId.pathKey();
  queryClient.setQueriesData<Training>({ queryKey }, (training) =>
    training === undefined ? training : patchTraining(training, event).training,
  );
  refetch(queryKey);
}

function patchWorkers({ queryClient, trpc, refetch }: Scope, event: Event): void {
  let known = true;
  queryClient.setQueriesData<CachedList<WorkerRow>>({ queryKey: trpc.worker.list.pathKey() }, (list) => {
    known &&= listHas(list, event.subjectId);
    return patchList(list, (row) => patchWorker(row, event));
  });
  if (!known || event.type === "worker:registered") refetch(trpc.worker.list.pathKey());
  refetch(trpc.system.status.pathKey());
}
