"use client";
import { useSyncExternalStore } from "react";
import { formatAge, formatMoment } from "../text/age.logic.ts";

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

/** One clock for the whole page: a thousand ages tick with one timer, and none while nobody looks. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const each of listeners) each();
    }, 1000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/** The time in ms, updated each second. */
export function useNow(): number {
  return useSyncExternalStore(
    subscribe,
    () => now,
    () => 0,
  );
}

/** How long ago, kept up to date; the moment with its zone on hover. */
export function RelativeTime({ at, className }: { at: Date | null; className?: string }) {
  const current = useNow();
  if (at === null) return <span className={className}>–</span>;
  return (
    <time dateTime={at.toISOString()} title={formatMoment(at)} className={className} suppressHydrationWarning>
      {current === 0 ? "…" : formatAge(current - at.getTime())}
    </time>
  );
}
