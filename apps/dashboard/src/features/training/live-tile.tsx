"use client";
import { ActionOverlay, humanise, overlayShapes, RelativeTime, StateIcon, verdictLook } from "@deskrl/ui";
import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import Link from "next/link";
import { useTRPC } from "../../lib/api/trpc.ts";
import type { EpisodeRow } from "../../lib/api/types.ts";
import { CodeLine } from "../trajectories/code-line.tsx";
import { frameOf, type WallTile } from "./live-wall.logic.ts";

const SCREEN = { width: 1280, height: 720 };

/** An episode being played again before one's eyes: the screen, what the agent does there, and how it ended. */
export function LiveTile(props: { tile: WallTile<EpisodeRow>; onArrived: (frame: string) => void }) {
  const { tile, onArrived } = props;
  const { episode, index, again } = tile;
  const trpc = useTRPC();
  const { data } = useQuery({
    ...trpc.episode.steps.queryOptions({ episodeId: episode.id, limit: 100 }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  const step = data?.items[index];
  const over = index >= episode.stepCount;
  const look = over && episode.verdict ? verdictLook(episode.verdict) : null;
  const reward = data?.items.reduce((sum, { reward }) => sum + (reward ?? 0), 0);
  const frame = frameOf(tile);
  return (
    <Link
      href={`/trajectories/${episode.id}${over ? "" : `?step=${index + 1}`}`}
      prefetch={false}
      data-episode={episode.id}
      data-index={index}
      data-hue={look?.hue ?? "acting"}
      className="focus-ring block min-w-0 overflow-hidden rounded-lg border-2 border-hue-line bg-panel hover:border-hue"
    >
      <div className="relative aspect-video bg-raised">
        {/* biome-ignore lint/performance/noImgElement: drawn by the control plane in the size it is shown in */}
        <img
          src={frame}
          alt={`Screen at step ${index + 1}`}
          draggable={false}
          onLoad={() => onArrived(frame)}
          onError={() => onArrived(frame)}
          className={clsx("absolute inset-0 h-full w-full", over && "opacity-80")}
        />
        {step && !over && <ActionOverlay shapes={overlayShapes(step, SCREEN)} screen={SCREEN} />}
        <span className="num absolute top-1.5 left-1.5 rounded bg-panel/90 px-1.5 text-2xs">
          {over ? `after ${episode.stepCount} steps` : `step ${index + 1}/${episode.stepCount}`}
        </span>
        {again && (
          <span
            className="absolute top-1.5 right-1.5 rounded bg-panel/90 px-1.5 text-2xs text-muted"
            title="Nothing newer has been played since this one was shown"
          >
            again
          </span>
        )}
        {look && (
          <span
            className={clsx(
              "absolute inset-x-0 bottom-0 flex items-center justify-center gap-1.5 bg-hue-soft py-1.5 font-medium text-hue text-sm",
              look.hue === "invalid" && "hatch",
            )}
          >
            <StateIcon glyph={look.glyph} />
            {look.word}
            {reward !== undefined && episode.verdict !== "invalid" && (
              <span className="num font-normal text-xs" title="Sum of the rewards of its steps">
                reward {reward}
              </span>
            )}
          </span>
        )}
      </div>
      <div className="flex h-[70px] flex-col justify-between px-2.5 py-1.5">
        <p className="line-clamp-2 text-sm leading-tight" title={episode.instruction}>
          {episode.instruction}
        </p>
        <div className="flex items-baseline gap-3 text-2xs text-faint">
          <span className="min-w-0 flex-1 truncate">
            {step && !over ? <CodeLine code={step.code} /> : over && episode.cause && humanise(episode.cause)}
          </span>
          <span className="num shrink-0" title={`Acted by policy version ${episode.policyVersion}`}>
            v{episode.policyVersion} <RelativeTime at={episode.finishedAt ?? episode.queuedAt} />
          </span>
        </div>
      </div>
    </Link>
  );
}
