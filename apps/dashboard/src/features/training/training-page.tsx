"use client";
import { ErrorNote, plural, RelativeTime, Skeleton } from "@deskrl/ui";
import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import Link from "next/link";
import { useQueryStates } from "nuqs";
import { toProblem } from "../../lib/api/problem.logic.ts";
import { useTRPC } from "../../lib/api/trpc.ts";
import type { RunRow, Training } from "../../lib/api/types.ts";
import { RunPlacement } from "../placement/run-placement.tsx";
import { RunFrame } from "../runs/run-frame.tsx";
import { RunWaiting } from "../runs/run-waiting.tsx";
import { PageFrame } from "../shell/page-frame.tsx";
import { boardParsers } from "./board-params.logic.ts";
import { BranchPicker } from "./branch-picker.tsx";
import { CurrentPhase } from "./current-phase.tsx";
import { FunnelStrip } from "./funnel-strip.tsx";
import { PhaseBar } from "./phase-bar.tsx";
import { currentPhase, frontBranch, storyOf } from "./phases.logic.ts";
import { upcomingPhases, updatesOf } from "./plan.logic.ts";
import { PlanLine } from "./plan-line.tsx";
import { SuggestionNote } from "./suggestion-note.tsx";
import { TrainingControls } from "./training-controls.tsx";
import { TrainingTabs } from "./training-tabs.tsx";
import { useCatalog } from "./use-catalog.ts";
import { useWorked } from "./use-worked.ts";

/** A training run: its phases, the buttons that steer them, and what there is to see of it. */
export function TrainingPage({ run }: { run: RunRow }) {
  const trpc = useTRPC();
  const [params, setParams] = useQueryStates(boardParsers, { throttleMs: 150 });
  const query = useQuery({ ...trpc.training.byId.queryOptions({ id: run.id }), refetchInterval: 10_000 });
  const training = query.data;
  const workedMs = useWorked(run.id);
  const catalog = useCatalog();
  if (!training) {
    return (
      <PageFrame title={run.name}>
        {query.isError ? (
          <ErrorNote problem={toProblem(query.error)} onRetry={() => void query.refetch()} />
        ) : (
          <div className="space-y-3">
            <Skeleton className="h-28 w-full" />
            <Skeleton className="h-64 w-full" />
          </div>
        )}
      </PageFrame>
    );
  }
  const { branches, phases, upcoming, spec } = training;
  const standard = catalog.data?.rl.find(({ name }) => name === "updates")?.default;
  const updates = typeof standard === "number" ? updatesOf(spec, standard) : null;
  const branch = branches.find(({ id }) => id === params.branch) ?? frontBranch(branches, phases);
  const story = branch ? storyOf(branch, branches, phases) : [];
  const current = currentPhase(story) ?? story.at(-1) ?? null;
  const suggestion = branch && training.suggestions[branch.id];
  const ended = training.run.state === "finished" || training.run.state === "stopped";
  return (
    <RunFrame
      run={training.run}
      kind={{
        word: "simulated desktop, small policy",
        why: "Desktops and policy are small stand-ins: do not set these numbers beside the paper's",
      }}
      actions={branch && <TrainingControls {...{ training, story }} branchId={branch.id} />}
    >
      <div className="space-y-2.5">
        <section aria-label="Progress" className="space-y-2 rounded-lg border border-line bg-panel p-3">
          <Facts training={training} />
          <RunPlacement run={training.run} />
          <RunWaiting run={training.run} />
          {branches.length > 1 && branch && (
            <BranchPicker
              training={training}
              chosen={branch.id}
              onChoose={(id) => void setParams({ branch: id })}
            />
          )}
          <PhaseBar
            story={story}
            upcoming={upcomingPhases(story, (branch && upcoming[branch.id]) ?? [])}
            updates={updates}
            workedMs={workedMs}
          />
          <PlanLine training={training} />
          {current && <CurrentPhase named={current} />}
          {suggestion && !ended && (
            <SuggestionNote
              suggestion={suggestion}
              open={training.spec.plan === "manual" && !training.spec.controls}
            />
          )}
          <FunnelStrip training={training} />
        </section>
        <TrainingTabs
          training={training}
          story={story}
          branchId={branch?.id ?? null}
          params={params}
          onSet={(change) => void setParams(change)}
        />
      </div>
    </RunFrame>
  );
}

function Facts({ training }: { training: Training }) {
  const { run, spec, worker } = training;
  const broken = training.phases.some(({ state }) => state === "failed" || state === "ended_short");
  const ended = run.state === "finished" || run.state === "stopped";
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted text-xs">
      <span>
        {spec.actionSpace === "gui" ? "GUI only" : "API and GUI"} on office-gen, {spec.suite.trainTasks} tasks
      </span>
      <span>
        {plural(spec.seeds.length, "seed")}
        {spec.controls && ", with controls"}
      </span>
      <span>
        asked for by {run.requestedBy} <RelativeTime at={run.createdAt} />
      </span>
      {!ended && worker.training === 0 && (
        <span role="alert" data-hue="invalid" className="inline-flex items-center gap-1 text-hue">
          <CircleAlert aria-hidden="true" size={13} />
          No worker that trains is online: phases wait until one is.{" "}
          <Link href="/workers" className="underline">
            Workers
          </Link>
        </span>
      )}
      {run.stateReason && (
        <output
          data-hue={broken ? "failed" : "paused"}
          className="rounded border border-hue-line bg-hue-soft px-1.5 text-hue"
        >
          {run.stateReason}
        </output>
      )}
    </div>
  );
}
