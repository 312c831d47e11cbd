"use client";
import type { PhaseDesiredState } from "@deskrl/domain";
import { CopyId, formatDuration, RelativeTime, StateChip } from "@deskrl/ui";
import { CircleAlert } from "lucide-react";
import Link from "next/link";
import { trajectoriesHref } from "../trajectories/trajectory-filters.logic.ts";
import { type NamedPhase, phaseLook, phaseNote, phaseRemedy } from "./phases.logic.ts";
import { RestoredNote } from "./restored-note.tsx";

/** What a person or the plan asked for, in a word. */
const WISHES: Readonly<Record<PhaseDesiredState, string>> = {
  running: "start",
  paused: "pause",
  finished: "end",
  stopped: "stop",
};

/** What the phase at work does this moment: who asked, when it was taken up, how far the step at hand is. */
export function CurrentPhase({ named }: { named: NamedPhase }) {
  const { phase, name } = named;
  const note = phaseNote(phase);
  const remedy = phaseRemedy(phase);
  const { progress } = phase;
  const broken = phase.state === "failed" || phase.state === "ended_short";
  const byItself = phase.state === "paused" && phase.requestedBy === "the trainer";
  return (
    <div className="space-y-1.5 text-sm" data-testid="current-phase">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{name}</span>
        <StateChip look={phaseLook(phase.state)} />
        <span className="text-muted text-xs">
          {WISHES[phase.desiredState]} asked for by {phase.requestedBy}{" "}
          <RelativeTime at={phase.requestedAt} />
          {phase.acknowledgedAt ? (
            <>, acknowledged {wait(phase.requestedAt, phase.acknowledgedAt)}</>
          ) : (
            <>, not acknowledged yet</>
          )}
        </span>
        {progress && phase.state !== "paused" && (
          <span className="num inline-flex items-center gap-1.5 text-muted text-xs">
            <span
              role="progressbar"
              aria-label={progress.what}
              aria-valuenow={progress.done}
              aria-valuemax={progress.total}
              className="h-1.5 w-24 overflow-hidden rounded-full bg-raised"
            >
              <span
                className="block h-full bg-accent"
                style={{ width: `${(100 * progress.done) / Math.max(1, progress.total)}%` }}
              />
            </span>
            {progress.what} {progress.done} of {progress.total}
            {phase.progressAt && (
              <span className="text-faint">
                heard <RelativeTime at={phase.progressAt} />
              </span>
            )}
          </span>
        )}
        <span className="ml-auto">
          <CopyId id={phase.id} label="phase" />
        </span>
      </div>
      {note && (
        <p
          role={broken || byItself ? "alert" : undefined}
          data-hue={broken ? "failed" : byItself ? "invalid" : "paused"}
          className="flex items-start gap-1.5 text-hue text-sm"
        >
          {(broken || byItself) && <CircleAlert aria-hidden="true" size={14} className="mt-0.5 shrink-0" />}
          <span>
            {note}{" "}
            {byItself && (
              <Link
                href={trajectoriesHref({ run: phase.runId, verdict: ["invalid"] })}
                className="whitespace-nowrap underline"
              >
                Invalid trajectories
              </Link>
            )}
          </span>
        </p>
      )}
      {remedy && <p className="text-muted text-xs">What to do: {remedy}</p>}
      {phase.restored && <RestoredNote restored={phase.restored} attempt={phase.attempt} />}
    </div>
  );
}

function wait(from: Date, to: Date): string {
  const gap = to.getTime() - from.getTime();
  return gap < 100 ? "at once" : `after ${formatDuration(gap)}`;
}
