"use client";
import { CopyId, ErrorNote, Skeleton } from "@deskrl/ui";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { toProblem } from "../../lib/api/problem.logic.ts";
import { useTRPC } from "../../lib/api/trpc.ts";
import { LatestTrajectories } from "../runs/latest-trajectories.tsx";
import { PageFrame, Section } from "../shell/page-frame.tsx";
import { TrailTitle } from "../shell/trail-title.tsx";
import { trajectoriesHref } from "../trajectories/trajectory-filters.logic.ts";
import { SuccessCell } from "./tally-cells.tsx";
import { EMPTY_TALLY } from "./task-tally.logic.ts";
import { useTallies } from "./use-tallies.ts";

/** One task: what is asked, how it starts, how it is judged, and what came of it. */
export function TaskPage({ id }: { id: string }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.task.byId.queryOptions({ id }));
  const task = query.data;
  const { byTask } = useTallies(task ? { taskKey: [task.key] } : {});
  if (!task) {
    return (
      <PageFrame title="Task">
        {query.isError ? (
          <ErrorNote problem={toProblem(query.error)} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton className="h-40 w-full" />
        )}
      </PageFrame>
    );
  }
  const { config, evaluator } = task.definition;
  return (
    <PageFrame
      title={
        <TrailTitle href="/tasks" list="Tasks">
          <span className="truncate font-mono text-base">{task.key}</span>
        </TrailTitle>
      }
      aside={
        <>
          <span className="rounded border border-line px-1.5 text-muted text-xs">{task.domain}</span>
          {!task.feasible && (
            <span className="rounded border border-line px-1.5 text-muted text-xs">infeasible</span>
          )}
          {task.retired && (
            <span
              className="rounded border border-line px-1.5 text-muted text-xs"
              title="No longer in its suite"
            >
              retired
            </span>
          )}
          <CopyId id={task.id} />
        </>
      }
    >
      <div className="grid gap-3 lg:grid-cols-2">
        <div className="min-w-0 space-y-3">
          <Section title="Instruction">
            <p className="p-3 text-base">{task.instruction}</p>
          </Section>
          <Section title="How it starts">
            <div className="space-y-2 p-3">
              {task.files.length > 0 && (
                <ul className="flex flex-wrap gap-1.5">
                  {task.files.map((file) => (
                    <li key={file.name}>
                      <a
                        href={`/api/blobs/${file.hash}`}
                        download={file.name}
                        className="rounded border border-line px-1.5 py-0.5 font-mono text-xs hover:bg-raised"
                      >
                        {file.name}
                      </a>
                    </li>
                  ))}
                </ul>
              )}
              <Json value={config} />
            </div>
          </Section>
          <Section title="How it is judged">
            <div className="p-3">
              <Json value={evaluator} />
            </div>
          </Section>
        </div>
        <div className="min-w-0 space-y-3">
          <Section title="Success so far">
            <div className="p-3">
              <SuccessCell tally={byTask.get(task.key) ?? EMPTY_TALLY} />
            </div>
          </Section>
          <Section
            title="Recent trajectories"
            action={
              <Link
                href={trajectoriesHref({ task: [task.key] })}
                className="text-accent text-xs hover:underline"
              >
                All of this task
              </Link>
            }
          >
            <LatestTrajectories filters={{ taskKey: [task.key] }} limit={20} />
          </Section>
        </div>
      </div>
    </PageFrame>
  );
}

function Json({ value }: { value: unknown }) {
  return (
    <pre className="max-h-96 overflow-auto whitespace-pre-wrap break-words rounded bg-raised p-2 font-mono text-xs">
      {JSON.stringify(value, null, 2)}
    </pre>
  );
}
