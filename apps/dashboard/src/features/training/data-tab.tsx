"use client";
import { EmptyNote, ErrorNote, Skeleton } from "@deskrl/ui";
import { useQuery } from "@tanstack/react-query";
import { Layers } from "lucide-react";
import { toProblem } from "../../lib/api/problem.logic.ts";
import { useTRPC } from "../../lib/api/trpc.ts";
import type { Training } from "../../lib/api/types.ts";
import { Section } from "../shell/page-frame.tsx";
import { storyOf } from "./phases.logic.ts";
import { PoolView } from "./pool-view.tsx";

/** What each Entropulse phase learnt from. */
export function DataTab({ training }: { training: Training }) {
  const trpc = useTRPC();
  const { run, branches, phases } = training;
  const pools = useQuery({ ...trpc.training.pools.queryOptions({ id: run.id }), refetchInterval: 15_000 });
  if (pools.isError)
    return <ErrorNote problem={toProblem(pools.error)} onRetry={() => void pools.refetch()} />;
  if (pools.isPending) return <Skeleton className="h-40 w-full" />;
  if (pools.data.length === 0) {
    return (
      <EmptyNote icon={<Layers aria-hidden="true" size={28} />} title="No Entropulse phase has begun yet">
        Entropulse learns from successes of the RL phase before it, drawn from all its policy versions. What
        was drawn shows here: tasks, trajectories a task, versions, and how many differ. Launch it with the
        button at the top once an RL phase has made progress.
      </EmptyNote>
    );
  }
  return (
    <div className="grid items-start gap-3 lg:grid-cols-2">
      {pools.data.map(({ phaseId, branchId, report }) => {
        const branch = branches.find(({ id }) => id === branchId);
        const many = branches.length > 1 && branch;
        const named = branch && storyOf(branch, branches, phases).find(({ phase }) => phase.id === phaseId);
        return (
          <Section
            key={phaseId}
            title={`${named?.name ?? "Entropulse"}${many ? ` of ${branch.arm}, seed ${branch.seed}` : ""}`}
          >
            <PoolView report={report} />
          </Section>
        );
      })}
    </div>
  );
}
