import { clsx } from "clsx";
import { StateIcon } from "./state-icon.tsx";
import type { Look } from "./state-look.logic.ts";

export interface StateChipProps {
  look: Look;
  /** Words instead of the state's own, such as a cause. */
  children?: React.ReactNode;
  title?: string | undefined;
  className?: string;
}

/** A state as hue, glyph and word; hatched where the machinery is at fault. */
export function StateChip({ look, children, title, className }: StateChipProps) {
  return (
    <span
      data-hue={look.hue}
      title={title}
      className={clsx(
        "inline-flex h-5 max-w-full items-center gap-1 whitespace-nowrap rounded border border-hue-line bg-hue-soft px-1.5 text-hue text-xs",
        look.hue === "invalid" && "hatch",
        className,
      )}
    >
      <StateIcon glyph={look.glyph} />
      <span className="truncate">{children ?? look.word}</span>
    </span>
  );
}
