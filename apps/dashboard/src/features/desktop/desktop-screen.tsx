"use client";
import { DesktopViewer } from "@deskrl/ui";
import { useCallback } from "react";
import { toProblem } from "../../lib/api/problem.logic.ts";
import { useTRPCClient } from "../../lib/api/trpc.ts";
import type { EnvironmentRow } from "../../lib/api/types.ts";
import { type Control, viewBlock } from "./control.logic.ts";
import { ControlBanner } from "./control-bar.tsx";

export interface DesktopScreenProps {
  desktop: EnvironmentRow;
  control: Control;
  zoom: "fit" | "1:1";
  onZoom: (zoom: "fit" | "1:1") => void;
}

/** The live screen with who drives it, and the choice between the whole screen and its own pixels. */
export function DesktopScreen({ desktop, control, zoom, onZoom }: DesktopScreenProps) {
  const client = useTRPCClient();
  const { id, generation } = desktop;
  const driving = control.kind === "me";
  // A new generation is another desktop behind the same id, so it is a reason for a new ticket as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const ticket = useCallback(
    async (signal: AbortSignal) => {
      try {
        const answer = await client.environment.viewTicket.mutate({ id, control: driving }, { signal });
        return answer.path;
      } catch (error) {
        throw toProblem(error);
      }
    },
    [client, id, driving, generation],
  );
  const block = viewBlock(desktop);
  return (
    <div className="relative h-full">
      <DesktopViewer
        ticket={ticket}
        enabled={block === null}
        waitingFor={block ?? undefined}
        viewOnly={!driving}
        fit={zoom === "fit"}
        banner={<ControlBanner control={control} />}
      />
      <fieldset className="absolute bottom-2 left-2 flex gap-1">
        <legend className="sr-only">Size of the screen</legend>
        {(["fit", "1:1"] as const).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={zoom === each}
            onClick={() => onZoom(each)}
            className="focus-ring rounded border border-line bg-panel/90 px-1.5 py-0.5 text-2xs text-muted hover:text-text aria-pressed:border-accent aria-pressed:text-text"
          >
            {each === "fit" ? "Fit" : "1:1"}
          </button>
        ))}
        <span className="rounded bg-panel/90 px-1.5 py-0.5 text-2xs text-faint">
          {driving ? "keyboard and mouse are yours" : "view only"}
        </span>
      </fieldset>
    </div>
  );
}
