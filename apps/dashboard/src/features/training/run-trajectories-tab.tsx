"use client";
import { Verdict } from "@deskrl/domain";
import { verdictLook } from "@deskrl/ui";
import { clsx } from "clsx";
import Link from "next/link";
import { useState } from "react";
import type { EpisodeFilters } from "../../lib/api/types.ts";
import { LatestTrajectories } from "../runs/latest-trajectories.tsx";
import { RunTasks } from "../runs/run-tasks.tsx";
import { Section } from "../shell/page-frame.tsx";
import { trajectoriesHref } from "../trajectories/trajectory-filters.logic.ts";
import type { NamedPhase } from "./phases.logic.ts";

const SPLITS = [
  { key: "train", word: "train" },
  { key: "params", word: "held-out parameters" },
  { key: "phrasing", word: "held-out phrasings" },
  { key: "template", word: "held-out templates" },
] as const;
type Split = (typeof SPLITS)[number]["key"];

/** The newest trajectories of the run, by phase, split and verdict; the whole list is one click away. */
export function RunTrajectoriesTab({ runId, story }: { runId: string; story: readonly NamedPhase[] }) {
  const [phase, setPhase] = useState<string | null>(null);
  const [split, setSplit] = useState<Split | null>(null);
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const filters: EpisodeFilters = {
    runId,
    ...(phase ? { phaseId: [phase] } : {}),
    ...(split ? { split: [split] } : {}),
    ...(verdict ? { verdict: [verdict] } : {}),
  };
  const chosen = story.find((named) => named.phase.id === phase)?.phase;
  const href = trajectoriesHref({
    run: runId,
    ...(chosen ? { window: [`${chosen.id}:0-${Math.max(chosen.step, chosen.plannedSteps ?? 0)}`] } : {}),
    ...(split ? { split: [split] } : {}),
    ...(verdict ? { verdict: [verdict] } : {}),
  });
  return (
    <div className="grid items-start gap-3 lg:grid-cols-2">
      <Section
        title="Newest trajectories"
        action={
          <Link href={href} className="text-accent text-xs hover:underline">
            All of these
          </Link>
        }
      >
        <div className="flex flex-wrap gap-x-4 gap-y-1 border-line border-b px-3 py-1.5 text-xs">
          <Choices
            label="Phase"
            options={story.map((named) => ({ key: named.phase.id, word: named.name }))}
            chosen={phase}
            onChoose={setPhase}
          />
          <Choices label="Tasks" options={SPLITS} chosen={split} onChoose={setSplit} />
          <Choices
            label="Verdict"
            options={Verdict.options.map((key) => ({ key, word: verdictLook(key).word }))}
            chosen={verdict}
            onChoose={setVerdict}
          />
        </div>
        <LatestTrajectories filters={filters} limit={40} />
      </Section>
      <Section title="Tasks">
        <RunTasks runId={runId} />
      </Section>
    </div>
  );
}

function Choices<Key extends string>(props: {
  label: string;
  options: readonly { key: Key; word: string }[];
  chosen: Key | null;
  onChoose: (key: Key | null) => void;
}) {
  const { label, options, chosen, onChoose } = props;
  return (
    <fieldset className="flex flex-wrap items-center gap-1">
      <legend className="sr-only">{label}</legend>
      <span aria-hidden="true" className="text-faint">
        {label}
      </span>
      {options.map(({ key, word }) => (
        <button
          key={key}
          type="button"
          aria-pressed={chosen === key}
          onClick={() => onChoose(chosen === key ? null : key)}
          className={clsx(
            "focus-ring rounded px-1.5 py-0.5",
            chosen === key ? "bg-accent-soft text-accent" : "text-muted hover:bg-raised",
          )}
        >
          {word}
        </button>
      ))}
    </fieldset>
  );
}
