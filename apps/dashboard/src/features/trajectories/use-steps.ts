"use client";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTRPC, useTRPCClient } from "../../lib/api/trpc.ts";
import type { StepRow } from "../../lib/api/types.ts";

const PAGE = 100;

export interface Steps {
  steps: StepRow[];
  /** Steps there are, loaded or not. */
  total: number;
  isPending: boolean;
  error: unknown;
  retry: () => void;
}

/**
 * The steps of an episode: the first page shows at once, the rest follows in the background, and new ones are
 * fetched from where the list ends. Rewards come with the verdict, so that a verdict reads the list again.
 * @param expected steps the episode is known to have; a larger number than loaded asks for more
 */
export function useSteps(episodeId: string | null, expected: number, verdict: string | null): Steps {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const queryKey = trpc.episode.steps.queryKey({ episodeId: episodeId ?? "", limit: PAGE });
  const query = useQuery<StepsData>({
    queryKey: [...queryKey, verdict],
    enabled: episodeId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousDataOf(episodeId),
    queryFn: async ({ signal, queryKey: key }) => {
      const known = queryClient.getQueryData<StepsData>(key)?.steps ?? [];
      const page = await client.episode.steps.query(
        { episodeId: episodeId ?? "", from: known.length, limit: PAGE },
        { signal },
      );
      return { episodeId, steps: [...known, ...page.items], total: page.total };
    },
  });
  const loaded = query.data?.steps.length ?? 0;
  const wanted = Math.max(expected, query.data?.total ?? 0);
  const { isFetching, isError, isPlaceholderData, refetch } = query;
  useEffect(() => {
    if (loaded < wanted && !isFetching && !isError && !isPlaceholderData) void refetch();
  }, [loaded, wanted, isFetching, isError, isPlaceholderData, refetch]);
  return {
    steps: query.data?.steps ?? [],
    total: Math.max(query.data?.total ?? 0, loaded),
    isPending: query.isPending,
    error: query.error,
    retry: () => void refetch(),
  };
}

interface StepsData {
  episodeId: string | null;
  steps: StepRow[];
  total: number;
}

/** Keeps the list on the screen while the same episode is read again, but never shows another's steps. */
function keepPreviousDataOf(episodeId: string | null) {
  return (previous: StepsData | undefined) => {
    const kept = keepPreviousData(previous);
    return kept?.episodeId === episodeId ? kept : undefined;
  };
}
