"use client";
import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTRPC } from "../../lib/api/trpc.ts";
import type { EpisodeFilters } from "../../lib/api/types.ts";
import { type Tally, tallies } from "./task-tally.logic.ts";

/** Verdicts per task under some filters; tried-again attempts are left out, as they are in a run's counts. */
export function useTallies(filters: EpisodeFilters): {
  byTask: Map<string, Tally>;
  isPending: boolean;
  error: unknown;
} {
  const trpc = useTRPC();
  const of = (verdict: "succeeded" | "failed" | "invalid") => ({
    ...trpc.episode.facets.queryOptions({ ...filters, superseded: false, verdict: [verdict] }),
    staleTime: 10_000,
  });
  const [succeeded, failed, invalid] = useQueries({
    queries: [of("succeeded"), of("failed"), of("invalid")],
  });
  const byTask = useMemo(
    () =>
      tallies({
        succeeded: succeeded.data?.taskKey,
        failed: failed.data?.taskKey,
        invalid: invalid.data?.taskKey,
      }),
    [succeeded.data, failed.data, invalid.data],
  );
  return {
    byTask,
    isPending: succeeded.isPending || failed.isPending || invalid.isPending,
    error: succeeded.error ?? failed.error ?? invalid.error,
  };
}
