"use client";
import type { PhaseStart } from "@deskrl/domain";
import { clsx } from "clsx";
import type { Launch } from "./launch.logic.ts";
import { presetOf, START_PRESETS, startSwitches } from "./launch-form.logic.ts";
import { OriginLabel } from "./origin-label.tsx";

/** What a phase takes over from the one before: four switches, and the positions that are known to be safe. */
export function StartSwitches(props: {
  kind: Launch;
  start: Required<PhaseStart>;
  onChange: (start: Required<PhaseStart>) => void;
}) {
  const { kind, start, onChange } = props;
  const preset = presetOf(kind, start);
  return (
    <fieldset className="space-y-1">
      <legend className="mb-1 font-medium text-xs">Taken over from the phase before</legend>
      <div className="flex flex-wrap items-center gap-1 pb-1 text-xs">
        {START_PRESETS[kind].map((each) => (
          <button
            key={each.label}
            type="button"
            aria-pressed={preset === each}
            title={each.note}
            onClick={() => onChange(each.start)}
            className={clsx(
              "focus-ring h-6 rounded-md border px-2",
              preset === each ? "border-accent bg-accent-soft" : "border-line text-muted hover:bg-raised",
            )}
          >
            {each.label}
          </button>
        ))}
        <span className="text-muted">
          {preset ? preset.note : "Your own choice, none of the usual ones."}
        </span>
      </div>
      {startSwitches(kind).map(({ part, label, origin, note, ...words }) => {
        const taken = start[part] === "previous";
        return (
          <div key={part} className="flex items-center gap-x-2 text-xs">
            <button
              type="button"
              role="switch"
              aria-checked={taken}
              aria-label={label}
              onClick={() => onChange({ ...start, [part]: taken ? "fresh" : "previous" })}
              className={clsx(
                "focus-ring relative h-4 w-7 shrink-0 rounded-full border",
                taken ? "border-accent bg-accent" : "border-line-strong bg-raised",
              )}
            >
              <span
                aria-hidden="true"
                className={clsx(
                  "absolute top-0.5 size-2.5 rounded-full",
                  taken ? "left-3.5 bg-accent-ink" : "left-0.5 bg-line-strong",
                )}
              />
            </button>
            <span className="w-28 shrink-0" title={note}>
              {label}
            </span>
            <span className="min-w-0 flex-1 text-muted">
              {taken ? "taken over" : "new"}: {taken ? words.previous : words.fresh}
            </span>
            <OriginLabel spec={{ origin, note }} />
          </div>
        );
      })}
    </fieldset>
  );
}
