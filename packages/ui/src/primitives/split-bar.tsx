import { clsx } from "clsx";
import type { Hue } from "../state/state-look.logic.ts";
import { formatCount, formatShare } from "../text/words.logic.ts";

export interface SplitBarPart {
  key: string;
  label: string;
  count: number;
  hue: Hue;
}

/** A whole in its parts, kept apart by hue, hatch and hover; nothing is drawn for the rest. */
export function SplitBar({
  parts,
  whole,
  className = "h-2",
}: {
  parts: readonly SplitBarPart[];
  whole: number;
  className?: string;
}) {
  const summary = parts.map((part) => `${part.label} ${part.count}`).join(", ");
  return (
    <div
      role="img"
      aria-label={`${summary} of ${whole}`}
      className={clsx("flex w-full gap-px overflow-hidden rounded-sm bg-raised", className)}
    >
      {parts.map(
        (part) =>
          part.count > 0 && (
            <div
              key={part.key}
              data-hue={part.hue}
              title={`${part.label}: ${formatCount(part.count)} of ${formatCount(whole)} (${formatShare(part.count, whole)})`}
              style={{ width: `${(part.count / Math.max(1, whole)) * 100}%` }}
              className={clsx("min-w-0.5", part.hue === "invalid" ? "hatch-solid" : "bg-hue")}
            />
          ),
      )}
    </div>
  );
}
