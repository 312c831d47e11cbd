"use client";
import type { PhaseSettings, PhaseStart } from "@deskrl/domain";
import { Button, Dialog, ErrorNote, Skeleton } from "@deskrl/ui";
import { type FormEvent, useState } from "react";
import { toProblem } from "../../lib/api/problem.logic.ts";
import type { Launch } from "./launch.logic.ts";
import { parseLaunch, splitSettings, USUAL_START } from "./launch-form.logic.ts";
import { type NamedPhase, phaseLook } from "./phases.logic.ts";
import { SettingRow } from "./setting-row.tsx";
import { StartSwitches } from "./start-switches.tsx";
import { useCatalog } from "./use-catalog.ts";

export interface LaunchWish {
  settings: PhaseSettings;
  start: PhaseStart;
  /** Whether the phase at work is asked to end for it. */
  endCurrent: boolean;
}

export interface LaunchDialogProps {
  kind: Launch;
  /** What the run was started with for this kind of phase. */
  ofRun: PhaseSettings;
  /** The phase at work, which the new one waits for. */
  current: NamedPhase | null;
  onClose: () => void;
  onLaunch: (wish: LaunchWish) => void;
}

const WORDS = {
  entropulse: {
    title: "Launch Entropulse",
    about:
      "SFT on successes of the RL phase, drawn from its policy versions. Entropy should rise; a small dip of success is expected, the gain shows in the RL phase after it.",
  },
  rl: {
    title: "Start RL again",
    about: "A further RL phase on the policy as it is.",
  },
} as const;

/** What a phase is started with: what it takes over, and its settings. As it opens it is a whole request. */
export function LaunchDialog({ kind, ofRun, current, onClose, onLaunch }: LaunchDialogProps) {
  const catalog = useCatalog();
  const [start, setStart] = useState(USUAL_START);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [endCurrent, setEndCurrent] = useState(true);
  const specs = catalog.data?.[kind];
  const { title, about } = WORDS[kind];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!specs) return;
    const parsed = parseLaunch(specs, ofRun, typed);
    setErrors(parsed.errors);
    if (Object.keys(parsed.errors).length === 0) onLaunch({ settings: parsed.settings, start, endCurrent });
  };
  const split = specs && splitSettings(kind, specs);
  const row = (spec: NonNullable<typeof specs>[number]) => {
    const fallback = String(ofRun[spec.name] ?? spec.default);
    return (
      <SettingRow
        key={spec.name}
        spec={spec}
        name={spec.label}
        value={typed[spec.name] ?? fallback}
        fallback={fallback}
        error={errors[spec.name]}
        onChange={(text) => {
          setTyped({ ...typed, [spec.name]: text });
          setErrors({});
        }}
      />
    );
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description={about}>
      <form onSubmit={submit} className="space-y-3" noValidate>
        {current && kind === "entropulse" && current.phase.kind === "rl" ? (
          <label className="flex items-start gap-2 text-sm">
            <input
              type="checkbox"
              checked={endCurrent}
              onChange={(event) => setEndCurrent(event.target.checked)}
              className="mt-0.5 size-3.5 accent-accent"
            />
            <span>
              End {current.name} after the update at hand
              <span className="block text-muted text-xs">
                It is at {current.phase.step} of {current.phase.plannedSteps ?? "?"}; what it learnt is kept.
                Else Entropulse waits until it ends by itself.
              </span>
            </span>
          </label>
        ) : (
          current && (
            <p className="text-muted text-sm">
              It begins once {current.name} has ended, which is{" "}
              {phaseLook(current.phase.state).word.toLowerCase()} now.
            </p>
          )
        )}
        <StartSwitches kind={kind} start={start} onChange={setStart} />
        {catalog.isError && (
          <ErrorNote problem={toProblem(catalog.error)} onRetry={() => void catalog.refetch()} />
        )}
        {split ? (
          <fieldset className="space-y-1">
            <legend className="mb-1 font-medium text-xs">Settings</legend>
            {split.first.map(row)}
            <details
              className="pt-1"
              open={split.rest.some((spec) => errors[spec.name] !== undefined) || undefined}
            >
              <summary className="focus-ring cursor-pointer rounded text-muted text-xs">
                {split.rest.length} more
              </summary>
              <div className="space-y-1 pt-1">{split.rest.map(row)}</div>
            </details>
          </fieldset>
        ) : (
          !catalog.isError && <Skeleton className="h-32 w-full" />
        )}
        <div className="flex justify-end gap-2 pt-1">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            tone="primary"
            data-testid="launch"
            blockedBecause={specs ? null : "Reading the settings there are"}
          >
            {title}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
