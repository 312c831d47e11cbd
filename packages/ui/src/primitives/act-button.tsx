"use client";
import { Check, CircleAlert, LoaderCircle } from "lucide-react";
import { Button, type ButtonProps } from "./button.tsx";

/** What became of an act: the truth, in the order it happens. */
export type ActState =
  | { phase: "idle" }
  | { phase: "requested"; by?: string }
  | { phase: "acknowledged"; note?: string }
  | { phase: "done" }
  | { phase: "refused"; reason: string };

export interface ActButtonProps extends Omit<ButtonProps, "children"> {
  act: ActState;
  icon?: React.ReactNode;
  label: string;
  /** Word while the act is under way, such as `Pausing`. */
  busyLabel: string;
}

/** A button that tells the truth: idle → requested → acknowledged → done, or refused with the reason. */
export function ActButton({ act, icon, label, busyLabel, blockedBecause, ...rest }: ActButtonProps) {
  const busy = act.phase === "requested" || act.phase === "acknowledged";
  const words = {
    idle: label,
    done: label,
    refused: label,
    requested: act.phase === "requested" && act.by ? `Requested by ${act.by}` : "Requested",
    acknowledged: act.phase === "acknowledged" && act.note ? act.note : busyLabel,
  }[act.phase];
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Button
        {...rest}
        blockedBecause={blockedBecause ?? (busy ? `${busyLabel}: already asked for` : null)}
        aria-busy={busy || undefined}
        data-phase={act.phase}
      >
        {busy ? <LoaderCircle aria-hidden="true" size={14} className="animate-spin" /> : icon}
        {words}
      </Button>
      {act.phase === "refused" && (
        <span role="alert" className="inline-flex items-center gap-1 text-danger text-xs">
          <CircleAlert aria-hidden="true" size={12} />
          {act.reason}
        </span>
      )}
      {act.phase === "done" && (
        <output className="inline-flex items-center gap-1 text-muted text-xs">
          <Check aria-hidden="true" size={12} />
          Done
        </output>
      )}
    </span>
  );
}
