"use client";
import { ErrorNote, Skeleton } from "@deskrl/ui";
import { useQuery } from "@tanstack/react-query";
import { toProblem } from "../../lib/api/problem.logic.ts";
import { useTRPC } from "../../lib/api/trpc.ts";
import { ComparisonView } from "./comparison-view.tsx";

/** The arms of a run with controls, side by side. */
export function ArmsTab({ runId }: { runId: string }) {
  const trpc = useTRPC();
  const query = useQuery({
    ...trpc.training.comparison.queryOptions({ id: runId }),
    refetchInterval: 15_000,
  });
  if (query.isError)
    return <ErrorNote problem={toProblem(query.error)} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <Skeleton className="h-60 w-full" />;
  return <ComparisonView comparison={query.data} />;
}
