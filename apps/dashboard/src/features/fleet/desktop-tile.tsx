"use client";
import { environmentLook, StateIcon, Tooltip } from "@deskrl/ui";
import { clsx } from "clsx";
import Link from "next/link";
import type { EnvironmentRow } from "../../lib/api/types.ts";
import type { FleetParams } from "./fleet-filters.logic.ts";
import { Thumbnail } from "./thumbnail.tsx";
import { TileDetails } from "./tile-details.tsx";

export interface DesktopTileProps {
  desktop: EnvironmentRow;
  size: FleetParams["size"];
  selected: boolean;
  /** Something is selected: a click on any tile selects instead of opening. */
  selecting: boolean;
  onToggle: (id: string) => void;
}

/** Height of the lines under the picture, by tile size. */
export const CAPTION_HEIGHT = { map: 0, small: 24, medium: 46, large: 48 } as const;

/** One desktop of the fleet: picture, state, task, step, and what else there is to know on hover. */
export function DesktopTile({ desktop, size, selected, selecting, onToggle }: DesktopTileProps) {
  const look = environmentLook({ ...desktop, episodeState: desktop.episode?.state ?? null });
  const { episode } = desktop;
  const label = `${look.word}${episode ? `: ${episode.instruction}` : ""}, desktop ${desktop.id}`;
  return (
    <Tooltip content={<TileDetails desktop={desktop} look={look} />} side="right">
      <div
        data-hue={look.hue}
        data-environment={desktop.id}
        data-state={desktop.state}
        className={clsx(
          "group relative h-full w-full overflow-hidden rounded-md border-2 border-hue bg-panel",
          selected && "ring-2 ring-accent ring-offset-2 ring-offset-bg",
        )}
      >
        <Link
          href={`/desktops/${desktop.id}`}
          tabIndex={-1}
          aria-label={label}
          prefetch={false}
          draggable={false}
          onClick={(event) => {
            if (!selecting && !event.shiftKey) return;
            event.preventDefault();
            onToggle(desktop.id);
          }}
          className="block h-full"
        >
          {size === "map" ? (
            <span
              className={clsx(
                "flex h-full items-center justify-center bg-hue-soft text-hue",
                look.hue === "invalid" && "hatch",
              )}
            >
              <StateIcon glyph={look.glyph} size={11} />
            </span>
          ) : (
            <>
              <Thumbnail
                environmentId={desktop.id}
                empty={desktop.stateReason ?? `${look.word}, no picture yet`}
              />
              <Caption desktop={desktop} size={size} look={look} />
            </>
          )}
        </Link>
        {size !== "map" && (
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={`Select desktop ${desktop.id}`}
            checked={selected}
            onChange={() => onToggle(desktop.id)}
            className={clsx(
              "absolute top-1 left-1 size-4 accent-accent",
              !selected && !selecting && "opacity-0 focus:opacity-100 group-hover:opacity-100",
            )}
          />
        )}
      </div>
    </Tooltip>
  );
}

function Caption({
  desktop,
  size,
  look,
}: {
  desktop: EnvironmentRow;
  size: "small" | "medium" | "large";
  look: ReturnType<typeof environmentLook>;
}) {
  const { episode } = desktop;
  return (
    <div className={clsx("border-line border-t px-2 py-1", look.hue === "invalid" && "hatch")}>
      <div className="flex items-center gap-1.5 text-xs">
        <span className="inline-flex min-w-0 items-center gap-1 text-hue">
          <StateIcon glyph={look.glyph} />
          <span className="truncate">{look.word}</span>
        </span>
        {desktop.provider === "sim" && (
          <span className="shrink-0 rounded border border-line px-1 text-2xs text-faint">simulated</span>
        )}
        {episode && (
          <span className="num ml-auto shrink-0 text-2xs text-muted" title="Steps taken of those allowed">
            {episode.stepCount}/{episode.maxSteps}
          </span>
        )}
      </div>
      {size !== "small" && (
        <p className="truncate text-muted text-xs" title={episode?.instruction}>
          {episode?.instruction ?? desktop.stateReason ?? `on ${desktop.workerName}`}
        </p>
      )}
    </div>
  );
}
