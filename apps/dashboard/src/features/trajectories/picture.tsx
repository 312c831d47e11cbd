"use client";
import { ActionOverlay, overlayShapes, ZoomPane } from "@deskrl/ui";
import { useState } from "react";
import type { StepRow } from "../../lib/api/types.ts";
import { usePicture } from "./use-picture.ts";

export interface PictureProps {
  step: StepRow;
  /** The picture before the next step, which is the one after this one; null when it is not known. */
  after: string | null;
  showAfter: boolean;
}

/**
 * The screenshot the agent saw, with its action drawn where it went. Before and after are two pictures: the overlay
 * belongs to the one before, since that is what the agent acted on.
 */
export function Picture({ step, after, showAfter }: PictureProps) {
  const { screen } = step.observation;
  const hash = showAfter ? after : step.observation.screenshot;
  return (
    <ZoomPane
      picture={screen}
      corner={
        <span className="absolute top-2 left-2 rounded bg-panel/90 px-1.5 py-0.5 text-2xs text-muted">
          {showAfter ? `after step ${step.index + 1}` : `what the agent saw at step ${step.index + 1}`}
        </span>
      }
    >
      {hash === null ? (
        <div
          className="flex h-full w-full items-center justify-center bg-raised text-faint"
          style={{ fontSize: 22 }}
        >
          {showAfter ? "The picture after this step is not recorded" : "No picture was taken at this step"}
        </div>
      ) : (
        <Screenshot key={hash} hash={hash} screen={screen} />
      )}
      {!showAfter && <ActionOverlay shapes={overlayShapes(step, screen)} screen={screen} />}
    </ZoomPane>
  );
}

function Screenshot({ hash, screen }: { hash: string; screen: { width: number; height: number } }) {
  const { src, state, onFailed, onShown } = usePicture(hash);
  const [natural, setNatural] = useState<{ width: number; height: number } | null>(null);
  const mismatch = natural && (natural.width !== screen.width || natural.height !== screen.height);
  return (
    <>
      {/* biome-ignore lint/performance/noImgElement: shown in its own pixels, so it must not be resized on the way */}
      <img
        src={src}
        alt=""
        data-testid="screenshot"
        data-hash={hash}
        draggable={false}
        onLoad={(event) => {
          onShown();
          setNatural({ width: event.currentTarget.naturalWidth, height: event.currentTarget.naturalHeight });
        }}
        onError={onFailed}
        className="absolute inset-0 h-full w-full select-none"
      />
      {(state === "waiting" || state === "failed") && (
        <div
          className="absolute inset-0 flex items-center justify-center bg-raised text-muted"
          style={{ fontSize: 22 }}
        >
          {state === "waiting"
            ? "The picture is still on its way from the worker"
            : `Picture not available: ${hash.length > 40 ? `${hash.slice(0, 12)}…` : hash} cannot be read from the store`}
        </div>
      )}
      {mismatch && (
        <div
          role="alert"
          className="absolute right-4 bottom-4 rounded bg-panel px-3 py-1 text-danger"
          style={{ fontSize: 18 }}
        >
          The picture is {natural.width} × {natural.height}, the screen was {screen.width} × {screen.height}:
          the marks may not lie where the action went
        </div>
      )}
    </>
  );
}
