"use client";
import { clsx } from "clsx";
import { useRef } from "react";
import { Button } from "../primitives/button.tsx";
import { useNow } from "../primitives/relative-time.tsx";
import { shortSpan } from "../text/age.logic.ts";
import { type TicketSource, useRfb } from "./use-rfb.ts";
import type { ViewState } from "./view-state.logic.ts";

export interface DesktopViewerProps {
  /** Asks for a single-use address; must be stable between renders. */
  ticket: TicketSource;
  /** False while the desktop cannot be shown; `waitingFor` says what it waits for. */
  enabled: boolean;
  waitingFor?: string | undefined;
  viewOnly: boolean;
  fit: boolean;
  /** Words over the screen, such as who drives. */
  banner?: React.ReactNode;
}

/** The live screen of one desktop. What is not live is greyed, aged and named. */
export function DesktopViewer({ ticket, enabled, waitingFor, viewOnly, fit, banner }: DesktopViewerProps) {
  const screen = useRef<HTMLDivElement>(null);
  const view = useRfb({ target: screen, ticket, enabled, viewOnly, fit });
  const live = enabled && view.state.phase === "live";
  return (
    <div
      className="relative flex h-full min-h-0 w-full flex-col bg-raised"
      data-view={enabled ? view.state.phase : "waiting"}
    >
      {banner}
      <div className={clsx("relative min-h-0 flex-1", fit ? "overflow-hidden" : "overflow-auto")}>
        {/* noVNC draws into this element and takes keyboard focus inside it. */}
        <div
          ref={screen}
          data-testid="screen"
          className={clsx("h-full w-full", !live && "opacity-0", !fit && "[&>div]:!overflow-visible")}
        />
        {!live && view.lastFrame && (
          <img
            src={view.lastFrame.url}
            alt="The last frame before the connection was lost"
            className="absolute inset-0 h-full w-full object-contain opacity-45 grayscale"
          />
        )}
        {!live && (
          <Notice
            state={enabled ? view.state : null}
            waitingFor={waitingFor}
            frameAtMs={view.lastFrame?.atMs ?? null}
            onRetry={view.retryNow}
          />
        )}
      </div>
      {live && !viewOnly && (
        <div className="absolute right-2 bottom-2">
          <Button size="sm" onClick={view.releaseKeys} title="Releases Shift, Control, Alt and the others">
            Release keys
          </Button>
        </div>
      )}
    </div>
  );
}

function Notice(props: {
  state: ViewState | null;
  waitingFor: string | undefined;
  frameAtMs: number | null;
  onRetry: () => void;
}) {
  const now = useNow();
  const { state, waitingFor, frameAtMs, onRetry } = props;
  return (
    <div className="absolute inset-0 flex items-center justify-center p-4">
      <output className="max-w-sm rounded-md border border-line bg-panel px-4 py-3 text-center text-sm shadow-pop">
        {words(state, waitingFor, now)}
        {frameAtMs !== null && now > 0 && (
          <p className="mt-1 text-muted text-xs">
            This picture is {shortSpan(now - frameAtMs)} old, not live.
          </p>
        )}
        {state?.phase === "lost" && (
          <Button size="sm" className="mt-2" onClick={onRetry}>
            Reconnect now
          </Button>
        )}
      </output>
    </div>
  );
}

function words(state: ViewState | null, waitingFor: string | undefined, now: number): React.ReactNode {
  if (state === null) return waitingFor ?? "Nothing to show yet";
  switch (state.phase) {
    case "hidden":
      return "Paused while this tab was hidden";
    case "connecting":
      return state.attempt > 1 ? `Connecting, attempt ${state.attempt}…` : "Connecting…";
    case "live":
      return null;
    case "gone":
      return `This desktop is gone: ${state.reason}`;
    case "lost": {
      const wait = Math.max(0, Math.ceil((state.retryAtMs - now) / 1000));
      return (
        <>
          <strong className="font-medium">Live view lost at the {state.hop}</strong>
          <p className="mt-0.5 text-muted text-xs">
            {state.reason}. Trying again {wait > 0 && now > 0 ? `in ${wait} s` : "now"}.
          </p>
        </>
      );
    }
  }
}
