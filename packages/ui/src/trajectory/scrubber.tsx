"use client";
import { type PointerEvent, useEffect, useRef } from "react";
import { type StepMark, stepAt } from "./scrubber.logic.ts";

const MARK_HUE = { error: "failed", malformed: "failed", "no-change": "queued" } as const;
const MARK_WORD = { error: "error", malformed: "malformed", "no-change": "no change" } as const;

export interface ScrubberProps {
  marks: readonly StepMark[];
  selected: number;
  onSelect: (index: number) => void;
}

/** One strip for all steps, however many: drawn on a canvas, so that 500 steps cost what 5 do. */
export function Scrubber({ marks, selected, onSelect }: ScrubberProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const draw = () => paint(element, marks, selected);
    draw();
    const resize = new ResizeObserver(draw);
    resize.observe(element);
    const theme = new MutationObserver(draw);
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ["class"] });
    return () => {
      resize.disconnect();
      theme.disconnect();
    };
  }, [marks, selected]);
  const pick = (event: PointerEvent<HTMLElement>) => {
    const rect = event.currentTarget.getBoundingClientRect();
    const step = stepAt(event.clientX - rect.left, rect.width, marks.length);
    if (step !== selected) onSelect(step);
  };
  const mark = marks[selected];
  return (
    <div
      role="slider"
      aria-label="Step"
      aria-valuemin={1}
      aria-valuemax={marks.length}
      aria-valuenow={selected + 1}
      aria-valuetext={`Step ${selected + 1} of ${marks.length}${mark ? `, ${MARK_WORD[mark]}` : ""}`}
      tabIndex={0}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        pick(event);
      }}
      onPointerMove={(event) => event.buttons === 1 && pick(event)}
      className="focus-ring h-8 w-full cursor-pointer touch-none rounded"
    >
      <canvas ref={canvas} className="h-full w-full" />
    </div>
  );
}

function paint(canvas: HTMLCanvasElement, marks: readonly StepMark[], selected: number): void {
  const ratio = window.devicePixelRatio || 1;
  const { clientWidth: width, clientHeight: height } = canvas;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext("2d");
  if (!context || marks.length === 0) return;
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  context.scale(ratio, ratio);
  const slot = width / marks.length;
  const gap = slot > 4 ? 1 : 0;
  marks.forEach((mark, index) => {
    const done = index <= selected;
    context.fillStyle = mark
      ? colour(`--state-${MARK_HUE[mark]}`)
      : colour(done ? "--accent" : "--line-strong");
    context.globalAlpha = mark || !done ? 1 : 0.45;
    const tall = mark === "error" || mark === "malformed";
    const bar = tall ? 14 : 6;
    context.fillRect(index * slot, (height - bar) / 2, Math.max(1, slot - gap), bar);
  });
  context.globalAlpha = 1;
  context.fillStyle = colour("--text");
  const x = (selected + 0.5) * slot;
  context.fillRect(Math.round(x) - 1, 2, 2, height - 4);
}
