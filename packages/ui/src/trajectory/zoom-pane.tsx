"use client";
import type { Point, Size } from "@deskrl/domain";
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { centre, contain, fit, type Placement, pixelAt, zoomAt } from "./view-box.logic.ts";

export interface ZoomPaneProps {
  picture: Size;
  /** Drawn in a box of the picture's own size, scaled by the pane. */
  children: ReactNode;
  /** Over the pane, not scaled: badges and buttons. */
  corner?: ReactNode;
}

/** A picture with wheel zoom, drag to pan, double-click between whole and 1:1, and the pixel under the pointer. */
export function ZoomPane({ picture, children, corner }: ZoomPaneProps) {
  const box = useRef<HTMLDivElement>(null);
  const [pane, setPane] = useState<Size | null>(null);
  const [placement, setPlacement] = useState<Placement | null>(null);
  const [pixel, setPixel] = useState<Point | null>(null);
  const drag = useRef<Point | null>(null);
  const shown = pane && (placement ? contain(placement, picture, pane) : fit(picture, pane));

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      setPane({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const within = (event: { clientX: number; clientY: number }): Point => {
    const rect = box.current?.getBoundingClientRect();
    return { x: event.clientX - (rect?.left ?? 0), y: event.clientY - (rect?.top ?? 0) };
  };

  // React attaches wheel listeners as passive, which cannot keep the page from scrolling.
  const latest = useRef({ shown, pane, picture });
  latest.current = { shown, pane, picture };
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      const { shown, pane, picture } = latest.current;
      if (!shown || !pane) return;
      event.preventDefault();
      const rect = element.getBoundingClientRect();
      const at = { x: event.clientX - rect.left, y: event.clientY - rect.top };
      setPlacement(zoomAt(shown, at, Math.exp(-event.deltaY * 0.0016), fit(picture, pane).scale));
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, []);

  const onPointerMove = (event: PointerEvent) => {
    if (!shown) return;
    const at = within(event);
    setPixel(pixelAt(shown, at, picture));
    if (!drag.current) return;
    setPlacement({ ...shown, x: shown.x + at.x - drag.current.x, y: shown.y + at.y - drag.current.y });
    drag.current = at;
  };
  const toggle = () => {
    if (!pane || !shown) return;
    setPlacement(shown.scale === 1 && fit(picture, pane).scale !== 1 ? null : centre(picture, pane, 1));
  };

  return (
    <section
      aria-label="Picture, zoom with the wheel, drag to move"
      ref={box}
      onPointerDown={(event) => {
        if (event.target instanceof Element && event.target.closest("button")) return;
        drag.current = within(event);
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        drag.current = null;
      }}
      onPointerLeave={() => setPixel(null)}
      onDoubleClick={toggle}
      className="relative h-full min-h-0 w-full cursor-grab touch-none overflow-hidden bg-raised active:cursor-grabbing"
    >
      {shown && (
        <div
          className="absolute top-0 left-0 origin-top-left shadow-pop"
          style={{
            width: picture.width,
            height: picture.height,
            transform: `translate(${shown.x}px, ${shown.y}px) scale(${shown.scale})`,
            imageRendering: shown.scale > 2 ? "pixelated" : "auto",
          }}
        >
          {children}
        </div>
      )}
      <div className="absolute right-2 bottom-2 flex items-center gap-1">
        {pixel && (
          <span className="num rounded bg-panel/90 px-1.5 py-0.5 text-2xs text-muted">
            {pixel.x}, {pixel.y}
          </span>
        )}
        <ScaleButton label="Fit" pressed={placement === null} onClick={() => setPlacement(null)} />
        <ScaleButton
          label="1:1"
          pressed={placement !== null && shown?.scale === 1}
          onClick={() => pane && setPlacement(centre(picture, pane, 1))}
        />
        {shown && (
          <span className="num rounded bg-panel/90 px-1.5 py-0.5 text-2xs">
            {Math.round(shown.scale * 100)} %
          </span>
        )}
      </div>
      {corner}
    </section>
  );
}

function ScaleButton({ label, pressed, onClick }: { label: string; pressed: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onClick}
      className="focus-ring cursor-pointer rounded border border-line bg-panel/90 px-1.5 py-0.5 text-2xs text-muted hover:text-text aria-pressed:border-accent aria-pressed:text-text"
    >
      {label}
    </button>
  );
}
