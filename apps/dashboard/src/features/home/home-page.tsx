"use client";
import { ErrorNote, Skeleton } from "@deskrl/ui";
import { useQuery } from "@tanstack/react-query";
import { toProblem } from "../../lib/api/problem.logic.ts";
import { useTRPC } from "../../lib/api/trpc.ts";
import { useTopics } from "../../lib/live/live-provider.tsx";
import { PageFrame } from "../shell/page-frame.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { Overview } from "./overview.tsx";

/** The first three steps until there is a run, then what goes on and what needs a person. */
export function HomePage() {
  const trpc = useTRPC();
  useTopics(["fleet", "runs"]);
  const status = useQuery({ ...trpc.system.status.queryOptions(), refetchInterval: 10_000 });
  const runs = useQuery({ ...trpc.run.list.queryOptions({ limit: 6 }), refetchInterval: 10_000 });
  const error = status.error ?? runs.error;
  return (
    <PageFrame title={runs.data && runs.data.total === 0 ? "Welcome" : "Now"}>
      {error && (
        <div className="mb-3">
          <ErrorNote
            problem={toProblem(error)}
            onRetry={() => {
              void status.refetch();
              void runs.refetch();
            }}
          />
        </div>
      )}
      {!status.data || !runs.data ? (
        !error && (
          <div className="grid gap-3 lg:grid-cols-3">
            <Skeleton className="h-36 w-full" />
            <Skeleton className="h-36 w-full" />
            <Skeleton className="h-36 w-full" />
          </div>
        )
      ) : runs.data.total === 0 ? (
        <FirstSteps status={status.data} />
      ) : (
        <Overview status={status.data} runs={runs.data.items} />
      )}
    </PageFrame>
  );
}
