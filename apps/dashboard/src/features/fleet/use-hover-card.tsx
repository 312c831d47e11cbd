"use client";
import type { WallRow } from "@deskrl/protocol";
import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { DesktopDetails } from "./desktop-details.tsx";

/** A desktop that the pointer or the keyboard is on, and where it is in the window. */
export interface Hovered {
  id: string;
  rect: { left: number; top: number; width: number; height: number };
}

const DELAY_MS = 120;
const CARD = { width: 300, margin: 10 } as const;

/** One card for the whole wall: a thousand tiles need no tooltip each. */
export function useHoverCard(rowOf: (id: string) => WallRow | undefined) {
  const [shown, setShown] = useState<Hovered | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const wanted = useRef<string | null>(null);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onHover = useRef((hovered: Hovered | null) => {
    if ((hovered?.id ?? null) === wanted.current) return;
    wanted.current = hovered?.id ?? null;
    clearTimeout(timer.current);
    if (!hovered) return setShown(null);
    timer.current = setTimeout(() => setShown(hovered), DELAY_MS);
  }).current;
  const row = shown && rowOf(shown.id);
  const card = row && shown && <Card hovered={shown} row={row} />;
  return { onHover, card };
}

function Card({ hovered: { rect }, row }: { hovered: Hovered; row: WallRow }) {
  const right = rect.left + rect.width + CARD.margin;
  const fits = right + CARD.width < window.innerWidth;
  const left = fits ? right : Math.max(8, rect.left - CARD.margin - CARD.width);
  // Below the middle the card grows upwards, so that it never leaves the window.
  const low = rect.top > window.innerHeight / 2;
  const vertical = low
    ? { bottom: Math.max(8, window.innerHeight - rect.top - rect.height) }
    : { top: rect.top };
  return createPortal(
    <div
      data-testid="desktop-card"
      className="pointer-events-none fixed z-50 rounded-md border border-line bg-panel px-2.5 py-2 text-xs shadow-pop"
      style={{ left, width: CARD.width, ...vertical }}
    >
      <DesktopDetails row={row} />
    </div>,
    document.body,
  );
}
