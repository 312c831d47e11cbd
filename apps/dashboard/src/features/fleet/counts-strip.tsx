"use client";
import type { EnvironmentState } from "@deskrl/domain";
import { environmentStateLook, formatCount, Skeleton, StateIcon } from "@deskrl/ui";
import { clsx } from "clsx";

const ORDER: readonly EnvironmentState[] = [
  "ready",
  "leased",
  "resetting",
  "starting",
  "requested",
  "failed",
  "stopping",
];

export interface CountsStripProps {
  counts: Record<EnvironmentState, number> | undefined;
  /** Null where the strip leads to the fleet instead of filtering a list beside it. */
  chosen: readonly EnvironmentState[] | null;
  onToggle: (state: EnvironmentState) => void;
  onAll: () => void;
}

/** Desktops per state under the other filters; a click filters by the state. */
export function CountsStrip({ counts, chosen, onToggle, onAll }: CountsStripProps) {
  if (!counts) return <Skeleton className="h-7 w-80" />;
  const all = ORDER.reduce((sum, state) => sum + counts[state], 0);
  const shown = ORDER.filter((state) => counts[state] > 0 || chosen?.includes(state) || ALWAYS.has(state));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a border of its own
    <div role="group" aria-label="Desktops by state" className="flex flex-wrap items-center gap-1">
      <button
        type="button"
        aria-pressed={chosen ? chosen.length === 0 : undefined}
        onClick={onAll}
        className={CHIP}
      >
        All <span className="num">{formatCount(all)}</span>
      </button>
      {shown.map((state) => {
        const look = environmentStateLook(state);
        return (
          <button
            key={state}
            type="button"
            data-hue={look.hue}
            aria-pressed={chosen?.includes(state)}
            onClick={() => onToggle(state)}
            className={clsx(CHIP, look.hue === "invalid" && counts[state] > 0 && "hatch")}
          >
            <span className={counts[state] > 0 ? "text-hue" : "text-faint"}>
              <StateIcon glyph={look.glyph} />
            </span>
            {look.word} <span className="num">{formatCount(counts[state])}</span>
          </button>
        );
      })}
    </div>
  );
}

const ALWAYS: ReadonlySet<EnvironmentState> = new Set(["ready", "leased", "failed"]);

const CHIP =
  "focus-ring inline-flex h-7 items-center gap-1.5 rounded-md border border-line bg-panel px-2 text-muted text-xs hover:bg-raised aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-text";
