"use client";
import { CopyId, episodeLook, RelativeTime, Skeleton, StateChip } from "@deskrl/ui";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTRPC } from "../../lib/api/trpc.ts";
import type { EnvironmentRow } from "../../lib/api/types.ts";
import { Section } from "../shell/page-frame.tsx";
import { ClipboardPanel } from "./clipboard-panel.tsx";
import type { Control } from "./control.logic.ts";
import { LiveSteps } from "./live-steps.tsx";

/** Beside the screen: the task, the steps as they happen, the clipboard, and the facts. */
export function DesktopRail({ desktop, control }: { desktop: EnvironmentRow; control: Control }) {
  const { episode } = desktop;
  return (
    <aside className="flex min-w-0 flex-1 flex-col gap-3 lg:min-h-0 lg:min-w-80 lg:max-w-md">
      <Section
        title={episode ? "Task" : "No agent at work"}
        className="flex min-h-72 flex-1 flex-col lg:min-h-0"
        action={
          episode && (
            <span className="num text-muted text-xs" title="Steps taken of those allowed">
              step {episode.stepCount}/{episode.maxSteps}
            </span>
          )
        }
      >
        {episode ? (
          <>
            <div className="space-y-1.5 border-line border-b p-3">
              <p className="break-words">{episode.instruction}</p>
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
                <Link href={`/runs/${episode.runId}`} className="text-accent hover:underline">
                  {episode.runName}
                </Link>
                <Link href={`/trajectories/${episode.id}`} className="text-accent hover:underline">
                  Trajectory
                </Link>
                <span className="text-muted">{episode.policy}</span>
                <span className="font-mono text-muted">{episode.taskKey}</span>
              </p>
            </div>
            <LiveSteps key={episode.id} episode={episode} />
          </>
        ) : (
          <LastEpisodes environmentId={desktop.id} />
        )}
      </Section>
      <details className="rounded-lg border border-line bg-panel" open={control.kind === "me"}>
        <summary className="focus-ring cursor-pointer rounded-lg px-3 py-2 font-medium text-sm">
          Clipboard
        </summary>
        <ClipboardPanel id={desktop.id} control={control} />
      </details>
      <dl className="grid shrink-0 grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 rounded-lg border border-line bg-panel px-3 py-2 text-xs">
        <dt className="text-faint">Worker</dt>
        <dd>
          <Link href="/workers" className="hover:underline">
            {desktop.workerName}
          </Link>
        </dd>
        <dt className="text-faint">Screen</dt>
        <dd className="num">
          {desktop.screen.width} × {desktop.screen.height}
        </dd>
        <dt className="text-faint">Template</dt>
        <dd>
          {desktop.template} ({desktop.provider})
        </dd>
        <dt className="text-faint">Generation</dt>
        <dd className="num">{desktop.generation}</dd>
        <dt className="text-faint">Since</dt>
        <dd>
          <RelativeTime at={desktop.createdAt} />
        </dd>
      </dl>
    </aside>
  );
}

/** What ran here before, while nothing runs. */
function LastEpisodes({ environmentId }: { environmentId: string }) {
  const trpc = useTRPC();
  const list = useQuery(trpc.episode.list.queryOptions({ environmentId, limit: 8 }));
  if (list.isPending) return <Skeleton className="m-3 h-16" />;
  if (!list.data?.items.length) {
    return (
      <p className="p-3 text-muted text-sm">
        The desktop is clean and waits for an episode.{" "}
        <Link href="/runs?new=evaluate" className="text-accent hover:underline">
          Start a run
        </Link>{" "}
        to see an agent here.
      </p>
    );
  }
  return (
    <ul className="min-h-0 overflow-y-auto">
      {list.data.items.map((episode) => (
        <li key={episode.id} className="border-line border-b">
          <Link
            href={`/trajectories/${episode.id}`}
            className="flex items-center gap-2 px-3 py-1.5 hover:bg-raised"
          >
            <StateChip look={episodeLook(episode)} />
            <span className="min-w-0 flex-1 truncate">{episode.instruction}</span>
            <CopyId id={episode.id} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
