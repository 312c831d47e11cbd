import type { ActState } from "@deskrl/ui";
import type { EnvironmentRow } from "../../lib/api/types.ts";

/** Who has mouse and keyboard of a desktop, as seen by one person. */
export type Control =
  | { kind: "agent" }
  | { kind: "nobody" }
  | { kind: "me" }
  | { kind: "other"; name: string };

type Driven = Pick<EnvironmentRow, "controlledBy" | "episode">;

export function controlOf(desktop: Driven, myName: string | null): Control {
  if (desktop.controlledBy !== null) {
    return desktop.controlledBy === myName ? { kind: "me" } : { kind: "other", name: desktop.controlledBy };
  }
  return desktop.episode ? { kind: "agent" } : { kind: "nobody" };
}

export interface Ask {
  status: "idle" | "pending" | "success" | "error";
  reason?: string | undefined;
}

/** The truth about *Take control*: asked, confirmed by the desktop's own row, or refused with the reason. */
export function takeControlAct(ask: Ask, control: Control): ActState {
  if (control.kind === "me") return { phase: "idle" };
  if (ask.status === "error") return { phase: "refused", reason: ask.reason ?? "refused" };
  if (ask.status === "pending") return { phase: "requested" };
  if (ask.status === "success") return { phase: "acknowledged", note: "Pausing the agent" };
  return { phase: "idle" };
}

/** The truth about *Recycle*, from the generation it was asked at to the clean desktop that replaces it. */
export function recycleAct(
  ask: Ask,
  askedAt: number | null,
  desktop: Pick<EnvironmentRow, "generation" | "state">,
): ActState {
  if (ask.status === "error") return { phase: "refused", reason: ask.reason ?? "refused" };
  if (ask.status === "pending") return { phase: "requested" };
  if (ask.status !== "success" || askedAt === null) return { phase: "idle" };
  if (desktop.generation > askedAt && (desktop.state === "ready" || desktop.state === "leased")) {
    return { phase: "done" };
  }
  if (desktop.state === "failed" && desktop.generation > askedAt) {
    return { phase: "refused", reason: "the new desktop did not start" };
  }
  return { phase: "acknowledged", note: "Replacing" };
}

/** Why a desktop has no live view now, or null when it has one. */
export function viewBlock(
  desktop: Pick<EnvironmentRow, "state" | "stateReason" | "workerState">,
): string | null {
  if (desktop.workerState === "lost") return "Its worker is not connected; the view opens once it is back";
  switch (desktop.state) {
    case "requested":
      return "Waiting for its worker to start it";
    case "starting":
      return "Starting; the view opens once the screen is painted";
    case "resetting":
      return "Resetting; the view opens once a clean desktop is there";
    case "failed":
      return desktop.stateReason ? `This desktop broke: ${desktop.stateReason}` : "This desktop broke";
    case "stopping":
    case "stopped":
      return "This desktop has been removed";
    default:
      return null;
  }
}
