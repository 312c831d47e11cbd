"use client";
import { EpisodeState } from "@deskrl/domain";
import { episodeLook, humanise, Skeleton, StateChip } from "@deskrl/ui";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTRPC } from "../../lib/api/trpc.ts";
import type { EpisodeFilters } from "../../lib/api/types.ts";

/** What only waits has no trajectory yet. */
const BEGUN: EpisodeState[] = EpisodeState.options.filter((state) => state !== "queued");

/** The newest trajectories under a filter, one click away. */
export function LatestTrajectories({ filters, limit = 12 }: { filters: EpisodeFilters; limit?: number }) {
  const trpc = useTRPC();
  const list = useQuery({
    ...trpc.episode.list.queryOptions({ state: BEGUN, ...filters, limit }),
    refetchInterval: 10_000,
    placeholderData: (previous) => previous,
  });
  if (list.isPending) return <Skeleton className="m-3 h-24" />;
  if (!list.data?.items.length) {
    return <p className="p-3 text-muted text-sm">None yet; each shows here from its first step.</p>;
  }
  return (
    <ul className="max-h-[420px] overflow-y-auto">
      {list.data.items.map((episode) => (
        <li key={episode.id} className="border-line border-b last:border-0">
          <Link
            href={`/trajectories/${episode.id}`}
            prefetch={false}
            className="flex items-center gap-2 px-3 py-1.5 hover:bg-raised"
          >
            <StateChip look={episodeLook(episode)} className="w-24" />
            <span className="min-w-0 flex-1 truncate" title={episode.instruction}>
              {episode.instruction}
            </span>
            {episode.cause && (
              <span className="hidden text-muted text-xs sm:inline">{humanise(episode.cause)}</span>
            )}
            <span className="num w-14 shrink-0 text-right text-2xs text-faint" title="Steps">
              {episode.stepCount}/{episode.maxSteps}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
