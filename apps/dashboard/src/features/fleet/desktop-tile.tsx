"use client";
import type { WallRow } from "@deskrl/protocol";
import { type Look, StateIcon, useNow } from "@deskrl/ui";
import { clsx } from "clsx";
import { Radio } from "lucide-react";
import Link from "next/link";
import { memo } from "react";
import { useClockOffset } from "../../lib/live/live-provider.tsx";
import type { FleetParams } from "./fleet-filters.logic.ts";
import { LiveTile } from "./live-tile.tsx";
import { rowLook, rowStuckness, stuckWords } from "./row-look.logic.ts";
import { Thumbnail } from "./thumbnail.tsx";
import type { Hovered } from "./use-hover-card.tsx";

export type TileSize = Exclude<FleetParams["size"], "map">;

export interface DesktopTileProps {
  row: WallRow;
  size: TileSize;
  selected: boolean;
  /** Something is selected: a click on any tile selects instead of opening. */
  selecting: boolean;
  /** Its picture is a live view. */
  live: boolean;
  onSelect: (id: string, how: "toggle" | "range") => void;
  onLive: (id: string) => void;
  onHover: (hovered: Hovered | null) => void;
}

/** Height of the lines under the picture, by tile size. */
export const CAPTION_HEIGHT = { small: 24, medium: 46, large: 48 } as const;

/** One desktop of the fleet: picture, state, task, step. Draws again only when its own row changes. */
export const DesktopTile = memo(function DesktopTile(props: DesktopTileProps) {
  const { row, size, selected, selecting, live, onSelect, onLive, onHover } = props;
  const look = rowLook(row);
  const label = `${look.word}${row.episode ? `: ${row.episode.instruction}` : ""}, desktop ${row.id}`;
  return (
    <div
      data-hue={look.hue}
      data-environment={row.id}
      data-state={row.state}
      onPointerEnter={(event) => {
        const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
        onHover({ id: row.id, rect: { left, top, width, height } });
      }}
      onPointerLeave={() => onHover(null)}
      className={clsx(
        "group relative h-full w-full overflow-hidden rounded-md border-2 border-hue bg-panel",
        selected && "ring-2 ring-accent ring-offset-2 ring-offset-bg",
      )}
    >
      <Link
        href={`/desktops/${row.id}`}
        tabIndex={-1}
        aria-label={label}
        prefetch={false}
        draggable={false}
        onClick={(event) => {
          // A new tab stays a new tab; with nothing selected that is what Ctrl means.
          if (!selecting && !event.shiftKey) return;
          event.preventDefault();
          onSelect(row.id, event.shiftKey ? "range" : "toggle");
        }}
        className="block h-full"
      >
        {live ? (
          <LiveTile environmentId={row.id} />
        ) : (
          <Thumbnail environmentId={row.id} empty={row.stateReason ?? `${look.word}, no picture yet`} />
        )}
        <Caption row={row} size={size} look={look} />
      </Link>
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={`Select desktop ${row.id}`}
        checked={selected}
        onChange={(event) => {
          const shift = event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey;
          onSelect(row.id, shift ? "range" : "toggle");
        }}
        className={clsx(
          "absolute top-1 left-1 size-4 accent-accent",
          !selected && !selecting && "opacity-0 focus:opacity-100 group-hover:opacity-100",
        )}
      />
      {size === "large" && (
        <button
          type="button"
          tabIndex={-1}
          aria-pressed={live}
          title={live ? "Back to one picture a second" : "Watch it live here"}
          onClick={() => onLive(row.id)}
          className={clsx(
            "focus-ring absolute top-1 left-7 inline-flex h-5 items-center gap-1 rounded border border-line bg-panel/90 px-1.5 text-2xs text-muted hover:text-text aria-pressed:border-accent aria-pressed:text-accent",
            !live && "opacity-0 focus:opacity-100 group-hover:opacity-100",
          )}
        >
          <Radio aria-hidden="true" size={11} /> Live
        </button>
      )}
    </div>
  );
});

function Caption({ row, size, look }: { row: WallRow; size: TileSize; look: Look }) {
  const { episode } = row;
  return (
    <div className={clsx("border-line border-t px-2 py-1", look.hue === "invalid" && "hatch")}>
      <div className="group/caption flex items-center gap-1.5 text-xs">
        <span className="inline-flex min-w-0 items-center gap-1 text-hue" title={look.word}>
          <StateIcon glyph={look.glyph} />
          {/* There is room for one of the two: that it is stuck says more, and the icon says the rest. */}
          <span className={clsx("truncate", size === "small" && "group-has-[[data-stuck]]/caption:sr-only")}>
            {look.word}
          </span>
        </span>
        {episode && <StuckBadge row={row} />}
        {size !== "small" && row.provider === "sim" && (
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
          {episode?.instruction ?? row.stateReason ?? `on ${row.workerName}`}
        </p>
      )}
    </div>
  );
}

function StuckBadge({ row }: { row: WallRow }) {
  const nowMs = useNow() + useClockOffset()();
  const { sign } = rowStuckness(row, nowMs);
  if (sign === null) return null;
  const words = stuckWords(row, sign, nowMs);
  return (
    <span data-stuck={sign} title={words} className="truncate text-2xs text-danger">
      {words}
    </span>
  );
}
