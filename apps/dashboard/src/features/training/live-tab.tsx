"use client";
import { Button, EmptyNote, ErrorNote, Skeleton, useOnScreen } from "@deskrl/ui";
import { MonitorPlay, Pause, Play } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { toProblem } from "../../lib/api/problem.logic.ts";
import { LiveTile } from "./live-tile.tsx";
import { useLiveWall } from "./use-live-wall.ts";

/** Tiles on the wall. Each has at most one picture on its way, so this bounds what the wall asks for. */
const SIZE = 6;
const PACES = [
  { stepMs: 1000, word: "1 step a second" },
  { stepMs: 500, word: "2 steps a second" },
] as const;

/** Watching agents train: the newest episodes of a run, drawn again step by step. */
export function LiveTab({ runId, working }: { runId: string; working: boolean }) {
  const [box, onScreen] = useOnScreen<HTMLDivElement>("0px");
  const shown = useShown();
  const [held, setHeld] = useState(false);
  const [pace, setPace] = useState<(typeof PACES)[number]>(PACES[0]);
  useEffect(() => setHeld(matchMedia("(prefers-reduced-motion: reduce)").matches), []);
  const { list, tiles, onArrived } = useLiveWall({
    runId,
    size: SIZE,
    going: onScreen && shown && !held,
    stepMs: pace.stepMs,
  });
  return (
    <div ref={box} className="min-h-40 space-y-2" data-testid="live">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-xs">
        <Button size="sm" tone="quiet" onClick={() => setHeld(!held)}>
          {held ? <Play aria-hidden="true" size={13} /> : <Pause aria-hidden="true" size={13} />}
          {held ? "Go on" : "Hold"}
        </Button>
        <span className="inline-flex items-center gap-1">
          {PACES.map((each) => (
            <button
              key={each.stepMs}
              type="button"
              aria-pressed={each === pace}
              onClick={() => setPace(each)}
              className={`focus-ring rounded px-1.5 py-0.5 ${each === pace ? "bg-accent-soft text-accent" : "hover:bg-raised"}`}
            >
              {each.word}
            </button>
          ))}
        </span>
        <span className="rounded border border-line px-1.5">simulated, redrawn from seed and actions</span>
        <span>
          {working
            ? "The newest episodes of the trainer, in turn; it plays them much faster than this."
            : "Nothing is being trained now: these are the last episodes that were."}
        </span>
      </div>
      {list.isError && !list.data && (
        <ErrorNote problem={toProblem(list.error)} onRetry={() => void list.refetch()} />
      )}
      {list.isPending ? (
        <Skeleton className="h-72 w-full" />
      ) : list.data?.items.length === 0 ? (
        <EmptyNote icon={<MonitorPlay aria-hidden="true" size={28} />} title="No episode has been played yet">
          As soon as the trainer plays, its newest episodes show here step by step: the screen, what the agent
          does on it, and how it ended.
        </EmptyNote>
      ) : (
        <div className="grid gap-2.5 sm:grid-cols-2 xl:grid-cols-3">
          {tiles.map((tile, place) => (
            <LiveTile
              // biome-ignore lint/suspicious/noArrayIndexKey: a tile is a place on the wall, whatever plays in it
              key={place}
              tile={tile}
              onArrived={(frame) => onArrived(place, frame)}
            />
          ))}
        </div>
      )}
    </div>
  );
}

/** False while the browser shows another tab. */
function useShown(): boolean {
  return useSyncExternalStore(
    (changed) => {
      document.addEventListener("visibilitychange", changed);
      return () => document.removeEventListener("visibilitychange", changed);
    },
    () => document.visibilityState === "visible",
    () => false,
  );
}
