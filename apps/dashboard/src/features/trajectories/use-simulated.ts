"use client";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../lib/api/trpc.ts";
import type { EpisodeRow } from "../../lib/api/types.ts";

/** Whether an episode was played on a simulated desktop: a trainer's always, another by the desktop it had. */
export function useSimulated(episode: Pick<EpisodeRow, "policy" | "environmentId">): boolean {
  const trpc = useTRPC();
  const desktop = useQuery({
    ...trpc.environment.byId.queryOptions({ id: episode.environmentId ?? "env_none" }),
    enabled: episode.environmentId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return episode.policy === "embedded" || desktop.data?.provider === "sim";
}
