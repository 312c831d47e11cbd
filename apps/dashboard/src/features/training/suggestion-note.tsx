import { Check, Circle, Sparkles } from "lucide-react";
import type { Suggestion } from "./types.ts";

/** Whether it is time for Entropulse, on what evidence, each criterion met or not. It never acts by itself. */
export function SuggestionNote({ suggestion, open }: { suggestion: Suggestion; open: boolean }) {
  return (
    <details
      className="rounded-md border border-line bg-panel text-xs"
      open={open && suggestion.suggested}
      data-testid="suggestion"
    >
      <summary className="focus-ring flex cursor-pointer items-center gap-1.5 rounded-md px-2 py-1.5">
        <Sparkles
          aria-hidden="true"
          size={13}
          style={{ color: "var(--phase-entropulse)" }}
          className="shrink-0"
        />
        <span className="shrink-0 whitespace-nowrap font-medium">
          {suggestion.suggested ? "Entropulse suggested" : "Entropulse not suggested yet"}
        </span>
        <span className="min-w-0 truncate text-muted" title={suggestion.text}>
          {suggestion.text}
        </span>
      </summary>
      <ul className="space-y-0.5 border-line border-t px-2 py-1.5">
        {suggestion.criteria.map((criterion) => (
          <li
            key={criterion.name}
            data-hue={criterion.met ? "succeeded" : "queued"}
            className="flex items-baseline gap-1.5"
          >
            <span className="translate-y-0.5 text-hue">
              {criterion.met ? (
                <Check aria-hidden="true" size={12} />
              ) : (
                <Circle aria-hidden="true" size={12} />
              )}
            </span>
            <span className="w-14 shrink-0 text-faint">{criterion.met ? "met" : "not met"}</span>
            <span>{criterion.text}</span>
          </li>
        ))}
        <li className="pt-1 text-faint">
          The rule is ours; the paper leaves the moment to a person. A small dip of success after Entropulse
          is expected: the gain shows in the next RL phase.
        </li>
      </ul>
    </details>
  );
}
