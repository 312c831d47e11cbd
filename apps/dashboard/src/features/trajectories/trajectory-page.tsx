"use client";
import { ErrorNote, Skeleton } from "@deskrl/ui";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useCallback } from "react";
import { toProblem } from "../../lib/api/problem.logic.ts";
import { useTRPC } from "../../lib/api/trpc.ts";
import { useTopics } from "../../lib/live/live-provider.tsx";
import { PageFrame } from "../shell/page-frame.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { TrajectoryHeader } from "./trajectory-header.tsx";
import { TrajectoryReview } from "./trajectory-review.tsx";

/** One trajectory, step by step. */
export function TrajectoryPage({ id }: { id: string }) {
  const trpc = useTRPC();
  useTopics([`episode:${id}`]);
  const query = useQuery({
    ...trpc.episode.byId.queryOptions({ id }),
    refetchInterval: (running) => (running.state.data?.state === "finished" ? false : 10_000),
  });
  const episode = query.data;
  const exportOne = useCallback(() => {
    window.location.assign(`/api/export/episodes.jsonl?q=${encodeURIComponent(id)}`);
  }, [id]);
  if (!episode) {
    return (
      <PageFrame title="Trajectory">
        {query.isError ? (
          <ErrorNote problem={toProblem(query.error)} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton className="h-96 w-full" />
        )}
      </PageFrame>
    );
  }
  return (
    <PageFrame
      fill
      title={
        <span className="flex min-w-0 items-center gap-2">
          <Link href="/trajectories" className="shrink-0 font-normal text-muted text-sm hover:text-text">
            Trajectories
          </Link>
          <span className="text-faint">/</span>
          <span className="truncate text-base" title={episode.instruction}>
            {episode.instruction}
          </span>
        </span>
      }
      actions={<ExportMenu filters={{ q: id }} total={1} />}
    >
      <TrajectoryHeader episode={episode} />
      <TrajectoryReview episode={episode} onExport={exportOne} />
    </PageFrame>
  );
}
