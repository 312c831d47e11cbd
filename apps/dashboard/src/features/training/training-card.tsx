"use client";
import { RelativeTime, runLook, StateChip } from "@deskrl/ui";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTRPC } from "../../lib/api/trpc.ts";
import type { Training } from "../../lib/api/types.ts";
import { useTopics } from "../../lib/live/live-provider.tsx";
import { CurveFigure } from "./curve-figure.tsx";
import { PhaseBar } from "./phase-bar.tsx";
import { frontBranch, storyOf } from "./phases.logic.ts";
import { upcomingPhases } from "./plan.logic.ts";
import { useWorked } from "./use-worked.ts";

const CURVES = ["reward/mean", "policy/entropy"];

/** A training run at a glance: its phases, and whether reward and entropy go where they should. */
export function TrainingCard({ training }: { training: Training }) {
  const { run, branches, phases, upcoming } = training;
  const trpc = useTRPC();
  useTopics([`run:${run.id}`]);
  const workedMs = useWorked(run.id);
  const branch = frontBranch(branches, phases);
  const story = branch ? storyOf(branch, branches, phases) : [];
  const curves = useQuery({
    ...trpc.metrics.series.queryOptions({
      runIds: [run.id],
      names: CURVES,
      ...(branch ? { branchIds: lineage(branch, branches) } : {}),
      maxPoints: 120,
      smoothing: 5,
    }),
    structuralSharing: false,
    placeholderData: (previous) => previous,
  });
  return (
    <article className="space-y-2 rounded-lg border border-line bg-panel p-3" data-run={run.id}>
      <header className="flex items-center gap-2">
        <StateChip look={runLook(run.state)} />
        <Link href={`/runs/${run.id}`} className="truncate font-medium hover:underline">
          {run.name}
        </Link>
        {branches.length > 1 && branch && (
          <span className="shrink-0 text-muted text-xs">
            {branch.arm}, seed {branch.seed} of {branches.length} branches
          </span>
        )}
        <RelativeTime at={run.createdAt} className="ml-auto shrink-0 text-faint text-xs" />
      </header>
      <PhaseBar
        story={story}
        upcoming={upcomingPhases(story, (branch && upcoming[branch.id]) ?? [])}
        workedMs={workedMs}
      />
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        {CURVES.map((name) => (
          <CurveFigure key={name} name={name} answer={curves.data} />
        ))}
      </div>
      {run.stateReason && <p className="text-muted text-xs">{run.stateReason}</p>}
    </article>
  );
}

function lineage(branch: Training["branches"][number], branches: Training["branches"]): string[] {
  const parent = branches.find(({ id }) => id === branch.parentId);
  return parent ? [parent.id, branch.id] : [branch.id];
}
