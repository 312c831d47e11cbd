"use client";
import { formatDuration, StateIcon, type StepMark, stepLook } from "@deskrl/ui";
import { useVirtualizer } from "@tanstack/react-virtual";
import { clsx } from "clsx";
import { useEffect, useRef } from "react";
import type { StepRow } from "../../lib/api/types.ts";
import { CodeLine } from "./code-line.tsx";

const ROW_HEIGHT = 34;

export interface StepListProps {
  steps: readonly StepRow[];
  marks: readonly StepMark[];
  selected: number;
  onSelect: (index: number) => void;
}

/** All steps, one line each, of fixed height and virtualised; the selected one is kept in sight. */
export function StepList({ steps, marks, selected, onSelect }: StepListProps) {
  const box = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: steps.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
  });
  useEffect(() => {
    if (selected < steps.length) virtualizer.scrollToIndex(selected, { align: "auto" });
  }, [selected, steps.length, virtualizer]);
  return (
    <div ref={box} role="listbox" aria-label="Steps" tabIndex={-1} className="h-full min-h-0 overflow-y-auto">
      <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const step = steps[item.index];
          if (!step) return null;
          const look = stepLook(step);
          const active = item.index === selected;
          return (
            <button
              key={step.index}
              type="button"
              role="option"
              aria-selected={active}
              data-step={step.index}
              tabIndex={active ? 0 : -1}
              onClick={() => onSelect(item.index)}
              style={{ height: ROW_HEIGHT, transform: `translateY(${item.start}px)` }}
              className={clsx(
                "focus-ring absolute inset-x-0 flex items-center gap-2 border-line border-b px-3 text-left [outline-offset:-2px]",
                active ? "bg-accent-soft" : "hover:bg-raised",
              )}
            >
              <span className="num w-7 shrink-0 text-right text-2xs text-faint">{step.index + 1}</span>
              <span data-hue={look.hue} className="text-hue" title={look.word}>
                <StateIcon glyph={look.glyph} />
              </span>
              <span className="min-w-0 flex-1">
                <CodeLine code={step.code} />
              </span>
              {marks[item.index] === "no-change" && (
                <span
                  className="shrink-0 text-2xs text-faint"
                  title="The picture after it is the same as before"
                >
                  no change
                </span>
              )}
              <span className="num shrink-0 text-2xs text-faint">
                {step.timing.totalMs > 0 ? formatDuration(step.timing.totalMs) : ""}
              </span>
            </button>
          );
        })}
      </div>
    </div>
  );
}
