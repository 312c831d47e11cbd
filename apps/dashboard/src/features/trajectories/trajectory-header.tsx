"use client";
import { CopyId, episodeLook, formatDuration, humanise, RelativeTime, StateChip } from "@deskrl/ui";
import Link from "next/link";
import type { EpisodeRow } from "../../lib/api/types.ts";
import { useSimulated } from "./use-simulated.ts";

/** Which trajectory this is, what came of it and why. */
export function TrajectoryHeader({ episode }: { episode: EpisodeRow }) {
  const simulated = useSimulated(episode);
  const took =
    episode.startedAt && episode.finishedAt
      ? episode.finishedAt.getTime() - episode.startedAt.getTime()
      : null;
  return (
    <div className="shrink-0 space-y-1.5 px-4 pb-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
        <CopyId id={episode.id} label="trajectory" />
        <Link
          href={`/tasks/${episode.taskId}`}
          className="font-mono text-accent hover:underline"
          title="Open the task"
        >
          {episode.taskKey}
        </Link>
        <CopyId id={episode.taskId} label="task" />
        <span className="text-muted">attempt {episode.attempt}</span>
        <CopyId id={episode.policyVersion} label={episode.policy} full />
        <Link href={`/runs/${episode.runId}`} className="text-accent hover:underline">
          {episode.runName}
        </Link>
        {episode.environmentId && (
          <Link href={`/desktops/${episode.environmentId}`} className="text-accent hover:underline">
            Desktop
          </Link>
        )}
        {took !== null && took > 0 && <span className="num text-muted">took {formatDuration(took)}</span>}
        <RelativeTime
          at={episode.finishedAt ?? episode.startedAt ?? episode.queuedAt}
          className="text-muted"
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <StateChip look={episodeLook(episode)} />
        {simulated && (
          <span
            className="rounded border border-line px-1.5 text-muted text-xs"
            title="Played on a simulated desktop, not on a real one"
          >
            simulated
          </span>
        )}
        {episode.cause && <span className="font-medium text-sm">{humanise(episode.cause)}</span>}
        {episode.score !== null && (
          <span className="num text-muted text-xs">score {episode.score.toFixed(2)}</span>
        )}
        {episode.verdict === "invalid" && (
          <span className="text-muted text-xs">no reward: this says nothing about the policy</span>
        )}
        {episode.reason && (
          <p className="min-w-0 basis-full break-words text-sm" data-testid="reason">
            {episode.reason}
          </p>
        )}
        {episode.superseded && <span className="text-muted text-xs">a newer attempt took its place</span>}
        {episode.state !== "finished" && (
          <span className="text-muted text-xs">still being written; steps appear as they happen</span>
        )}
      </div>
    </div>
  );
}
