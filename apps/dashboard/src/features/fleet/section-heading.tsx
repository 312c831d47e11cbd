"use client";
import { formatCount, HEADER_HEIGHT, plural } from "@deskrl/ui";
import { ChevronDown, ChevronRight } from "lucide-react";
import type { WallSection } from "./arrange.logic.ts";

/** The heading of a group: fold it, or choose all of it. */
export function SectionHeading(props: {
  section: WallSection;
  selected: ReadonlySet<string>;
  onFold: () => void;
  onSelect: () => void;
}) {
  const { section, selected, onFold, onSelect } = props;
  const chosen = section.ids.filter((id) => selected.has(id)).length;
  const Chevron = section.closed ? ChevronRight : ChevronDown;
  return (
    <div className="flex w-full items-center gap-2 text-sm" style={{ height: HEADER_HEIGHT }}>
      <input
        type="checkbox"
        aria-label={`Select ${plural(section.ids.length, "desktop")} of ${section.label}`}
        checked={chosen > 0 && chosen === section.ids.length}
        ref={(box) => {
          if (box) box.indeterminate = chosen > 0 && chosen < section.ids.length;
        }}
        onChange={onSelect}
        className="size-4 accent-accent"
      />
      <button
        type="button"
        aria-expanded={!section.closed}
        onClick={onFold}
        className="focus-ring inline-flex min-w-0 items-center gap-1 rounded font-medium"
      >
        <Chevron aria-hidden="true" size={14} className="shrink-0 text-faint" />
        <span className="truncate">{section.label}</span>
        <span className="num shrink-0 font-normal text-muted text-xs">{formatCount(section.ids.length)}</span>
      </button>
      <span className="h-px flex-1 bg-line" />
    </div>
  );
}
