"use client";
import { shortSpan, useNow } from "@deskrl/ui";
import { clsx } from "clsx";
import { useClockOffset, useThumbnail } from "../../lib/live/live-provider.tsx";
import { staleAge } from "./thumbnail-age.logic.ts";

/** The latest small picture of a desktop; greyed and aged once it is no longer fresh. */
export function Thumbnail({ environmentId, empty }: { environmentId: string; empty: React.ReactNode }) {
  const picture = useThumbnail(environmentId);
  const now = useNow();
  const offset = useClockOffset();
  const age = staleAge({ capturedAtMs: picture?.capturedAtMs ?? null, nowMs: now, clockOffsetMs: offset() });
  return (
    <div className="relative aspect-video w-full overflow-hidden bg-raised">
      {picture ? (
        // biome-ignore lint/performance/noImgElement: a picture in memory, not a file to optimise
        <img
          src={picture.url}
          alt=""
          data-testid="thumbnail"
          draggable={false}
          className={clsx("h-full w-full object-cover", age !== null && "opacity-55 grayscale")}
        />
      ) : (
        <div className="flex h-full items-center justify-center text-faint text-xs">{empty}</div>
      )}
      {age !== null && (
        <span className="num absolute top-1 right-1 rounded bg-panel/90 px-1 text-2xs text-text">
          {shortSpan(age)} old
        </span>
      )}
    </div>
  );
}
