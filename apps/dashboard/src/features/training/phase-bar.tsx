"use client";
import { formatDuration, RelativeTime, StateIcon, Tooltip, useNow } from "@deskrl/ui";
import { clsx } from "clsx";
import { useEffect, useRef } from "react";
import { isOpen, type NamedPhase, phaseEtaMs, phaseLook, phaseShare, startWords } from "./phases.logic.ts";
import type { Upcoming } from "./plan.logic.ts";

export interface PhaseBarProps {
  story: readonly NamedPhase[];
  /** What follows by rule when nobody presses a button. */
  upcoming: readonly Upcoming[];
  /** Updates of the RL phases to come; null while that is not known. */
  updates?: number | null;
  /** Milliseconds a phase has been at work, without its pauses. */
  workedMs: (phase: NamedPhase["phase"], now: number) => number;
}

/** The phases of a branch in order: state, progress, and what is still to come by rule. */
export function PhaseBar({ story, upcoming, updates = null, workedMs }: PhaseBarProps) {
  const now = useNow();
  const list = useRef<HTMLOListElement>(null);
  const current = story.find(({ phase }) => isOpen(phase))?.phase.id ?? story.at(-1)?.phase.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new current phase is what moves the bar
  useEffect(() => {
    // On a narrow screen the bar is wider than the page: the phase at work is what should be seen.
    const segment = list.current?.querySelector<HTMLElement>("[data-current]");
    if (list.current && segment) list.current.scrollLeft = segment.offsetLeft - list.current.offsetLeft - 24;
  }, [current]);
  return (
    <ol ref={list} className="flex gap-1 overflow-x-auto pb-1" aria-label="Phases">
      {story.map((named) => (
        <Segment
          key={named.phase.id}
          named={named}
          current={named.phase.id === current}
          workedMs={workedMs(named.phase, now)}
        />
      ))}
      {upcoming.map(({ kind, name }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: what is to come has no id, only its place
          key={`${kind} ${index}`}
          title="Follows by itself, unless a person changes the plan"
          className="flex h-12 min-w-20 flex-1 flex-col justify-center rounded-md border border-line border-dashed px-2 text-faint text-xs"
        >
          {name}
          <span className="num text-2xs">
            to come{kind === "rl" && updates !== null && ` · ${updates} updates`}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Segment(props: { named: NamedPhase; current: boolean; workedMs: number }) {
  const { named, current, workedMs } = props;
  const { phase, name, hue } = named;
  const look = phaseLook(phase.state);
  const share = phaseShare(phase);
  const eta = phaseEtaMs(phase, workedMs);
  const short = phase.kind === "eval";
  return (
    <Tooltip content={<PhaseFacts named={named} workedMs={workedMs} />} side="bottom">
      <li
        data-current={current || undefined}
        data-phase-kind={phase.kind}
        data-phase-state={phase.state}
        className={clsx(
          "relative h-12 overflow-hidden rounded-md border bg-panel px-2 py-1",
          short ? "min-w-24" : "min-w-36 flex-[2]",
          look.hue === "failed" || look.hue === "invalid" ? "border-hue-line" : "border-line",
        )}
        data-hue={look.hue}
      >
        <span
          aria-hidden="true"
          className="absolute inset-y-0 left-0 opacity-20"
          style={{ width: `${(share ?? 0) * 100}%`, background: `var(--phase-${hue})` }}
        />
        <span
          aria-hidden="true"
          className="absolute inset-x-0 bottom-0 h-0.5"
          style={{ background: `var(--phase-${hue})` }}
        />
        <span className="relative flex items-center gap-1.5 text-sm">
          <span className="font-medium">{name}</span>
          <span className="ml-auto inline-flex items-center gap-1 text-hue text-xs">
            <StateIcon glyph={look.glyph} />
            {look.word}
          </span>
        </span>
        <span className="num relative flex gap-2 truncate text-2xs text-muted">
          <span>
            {phase.plannedSteps === null ? `step ${phase.step}` : `${phase.step}/${phase.plannedSteps}`}
          </span>
          {eta !== null ? (
            <span title="At the pace so far">{formatDuration(eta)} left</span>
          ) : phase.finishedAt ? (
            <span>{formatDuration(workedMs)}</span>
          ) : null}
        </span>
      </li>
    </Tooltip>
  );
}

function PhaseFacts({ named, workedMs }: { named: NamedPhase; workedMs: number }) {
  const { phase } = named;
  const rows: [string, React.ReactNode][] = [
    ["State", phaseLook(phase.state).word],
    ["Wanted", `${phase.desiredState}, asked for by ${phase.requestedBy}`],
    ["Asked", <RelativeTime key="asked" at={phase.requestedAt} />],
    [
      "Acknowledged",
      phase.acknowledgedAt
        ? `${formatDuration(phase.acknowledgedAt.getTime() - phase.requestedAt.getTime())} later`
        : "not yet",
    ],
    ["Steps", `${phase.step} of ${phase.plannedSteps ?? "?"}, from step ${phase.startStep} of the branch`],
    ["At work", formatDuration(workedMs)],
    ["Attempt", phase.attempt],
    ["Begins with", startWords(phase.start)],
    ...(phase.stateReason ? ([["Reason", phase.stateReason]] as [string, string][]) : []),
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5">
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-faint">{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
