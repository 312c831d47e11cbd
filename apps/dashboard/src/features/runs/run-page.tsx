"use client";
import { ErrorNote, formatDuration, RelativeTime, Skeleton, useNow } from "@deskrl/ui";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { toProblem } from "../../lib/api/problem.logic.ts";
import { useTRPC } from "../../lib/api/trpc.ts";
import type { RunRow } from "../../lib/api/types.ts";
import { useTopics } from "../../lib/live/live-provider.tsx";
import { fleetHref } from "../fleet/fleet-filters.logic.ts";
import { RunPlacement } from "../placement/run-placement.tsx";
import { FactList } from "../shell/fact-list.tsx";
import { PageFrame, Section } from "../shell/page-frame.tsx";
import { ExternalPage } from "../training/external-page.tsx";
import { TrainingPage } from "../training/training-page.tsx";
import { trajectoriesHref } from "../trajectories/trajectory-filters.logic.ts";
import { LatestTrajectories } from "./latest-trajectories.tsx";
import { etaMs, transitionNote } from "./run-acts.logic.ts";
import { RunControls } from "./run-controls.tsx";
import { RunEvents } from "./run-events.tsx";
import { RunFrame } from "./run-frame.tsx";
import { RunProgress } from "./run-progress.tsx";
import { RunTasks } from "./run-tasks.tsx";
import { RunWaiting } from "./run-waiting.tsx";

/** One run, of whichever kind it is. */
export function RunPage({ id }: { id: string }) {
  const trpc = useTRPC();
  useTopics([`run:${id}`, "runs"]);
  const query = useQuery({ ...trpc.run.byId.queryOptions({ id }), refetchInterval: 15_000 });
  const run = query.data;
  if (!run) {
    return (
      <PageFrame title="Run">
        {query.isError ? (
          <ErrorNote problem={toProblem(query.error)} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton className="h-40 w-full" />
        )}
      </PageFrame>
    );
  }
  if (run.kind === "training") return <TrainingPage run={run} />;
  return run.kind === "external" ? <ExternalPage run={run} /> : <EvaluationPage run={run} />;
}

/** An evaluation: how far it is, what came of it, and the buttons that steer it. */
function EvaluationPage({ run }: { run: RunRow }) {
  const trpc = useTRPC();
  const { id } = run;
  const audit = useQuery({
    ...trpc.audit.list.queryOptions({ subjectId: id, limit: 50 }),
    refetchInterval: 15_000,
  });
  const entries = audit.data?.items ?? [];
  return (
    <RunFrame run={run} actions={<RunControls key={run.desiredState} run={run} audit={entries} />}>
      <div className="space-y-3">
        <section aria-label="Progress" className="space-y-3 rounded-lg border border-line bg-panel p-3">
          <RunFacts run={run} />
          <RunProgress run={run} />
          <RunPlacement run={run} />
          <RunWaiting run={run} />
        </section>
        <div className="grid grid-cols-1 gap-3 lg:grid-cols-2">
          <Section
            title="Latest trajectories"
            action={
              <Link href={trajectoriesHref({ run: id })} className="text-accent text-xs hover:underline">
                All of this run
              </Link>
            }
          >
            <LatestTrajectories filters={{ runId: id }} />
          </Section>
          <Section title="Tasks">
            <RunTasks runId={id} />
          </Section>
          <Section title="Events">
            <RunEvents run={run} audit={entries} />
          </Section>
          <Section title="What was asked for">
            <RunSpecList run={run} />
          </Section>
        </div>
      </div>
    </RunFrame>
  );
}

function RunFacts({ run }: { run: RunRow }) {
  const now = useNow();
  const eta = now === 0 ? null : etaMs(run, now);
  const note = transitionNote(run);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted text-xs">
      <span>
        {run.spec.policy} on {run.spec.suite}
      </span>
      <span>
        asked for by {run.requestedBy} <RelativeTime at={run.createdAt} />
      </span>
      {run.finishedAt && run.startedAt ? (
        <span>took {formatDuration(run.finishedAt.getTime() - run.startedAt.getTime())}</span>
      ) : (
        eta !== null && <span title="At the pace so far">about {formatDuration(eta)} left</span>
      )}
      {run.counts.active > 0 && (
        <Link href={fleetHref({ run: run.id })} className="text-accent hover:underline">
          Watch its {run.counts.active === 1 ? "desktop" : `${run.counts.active} desktops`}
        </Link>
      )}
      {note && (
        <output data-hue="paused" className="rounded border border-hue-line bg-hue-soft px-1.5 text-hue">
          {note}
        </output>
      )}
      {run.stateReason && (
        <span role="alert" className="text-danger">
          {run.stateReason}
        </span>
      )}
    </div>
  );
}

function RunSpecList({ run }: { run: RunRow }) {
  const { spec } = run;
  const rows: [string, React.ReactNode][] = [
    ["Suite", spec.suite],
    ["Policy", spec.policy],
    ["Episodes", spec.episodes],
    ["Desktops at a time", spec.desktops],
    ["Steps at most", spec.maxSteps],
    ["Attempts to spare", spec.retryBudget],
    ["Seed", spec.seed],
    ["Tasks", spec.tasks.length === 0 ? "all" : spec.tasks.join(", ")],
  ];
  return <FactList rows={rows} />;
}
