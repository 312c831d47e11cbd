/** Which leg of the way from browser to desktop failed. */
export type Hop = "browser" | "control plane" | "gateway" | "worker" | "desktop";

export type ViewState =
  /** The tab is hidden: nothing is decoded, so that memory does not grow unseen. */
  | { phase: "hidden" }
  | { phase: "connecting"; attempt: number }
  | { phase: "live" }
  | { phase: "lost"; hop: Hop; reason: string; retryAtMs: number; attempt: number }
  /** No further attempt: there is no such desktop any more. */
  | { phase: "gone"; reason: string };

/** How far an attempt came before it failed. */
export type Progress = "ticket" | "dialling" | "handshake" | "live";

export interface Failure {
  progress: Progress;
  /** Whether the browser itself has a network. */
  online: boolean;
  /** Code of the refusal when the ticket was refused. */
  code?: string | undefined;
  message?: string | undefined;
  /** Text of the socket's closing frame. */
  closeReason?: string | undefined;
}

const DELAYS_MS = [500, 1000, 2000, 4000, 8000, 15_000];

/** Wait before the next attempt, growing to 15 s. `attempt` counts from 1. */
export function retryDelayMs(attempt: number): number {
  return DELAYS_MS[Math.min(attempt, DELAYS_MS.length) - 1] ?? 15_000;
}

/** Names the hop that failed, from how far the attempt came and what was said. */
export function failingHop(failure: Failure): { hop: Hop; reason: string; final: boolean } {
  const { progress, online, code, message, closeReason } = failure;
  if (!online) return { hop: "browser", reason: "this browser is offline", final: false };
  if (progress === "ticket") {
    if (code === "not_found") return { hop: "desktop", reason: message ?? "no such desktop", final: true };
    if (code === "worker_unavailable") {
      return { hop: "worker", reason: message ?? "the worker is not connected", final: false };
    }
    if (code === "conflict" || code === "environment_start_failed" || code === "guest_unreachable") {
      return { hop: "desktop", reason: message ?? "the desktop is not ready", final: false };
    }
    return { hop: "control plane", reason: message ?? "the control plane does not answer", final: false };
  }
  const told = readCloseReason(closeReason ?? "");
  if (told) return { ...told, final: false };
  if (progress === "dialling") {
    return { hop: "gateway", reason: "the live view was not opened", final: false };
  }
  if (progress === "handshake") {
    return { hop: "desktop", reason: "the desktop's screen does not answer", final: false };
  }
  return { hop: "worker", reason: "the connection was closed", final: false };
}

const HOPS: Record<string, Hop> = {
  viewer: "browser",
  gateway: "gateway",
  worker: "worker",
  desktop: "desktop",
};

/** What the gateway said when it closed a view: `hop: reason`, of which a reader here needs the first sentence. */
function readCloseReason(text: string): { hop: Hop; reason: string } | null {
  const match = /^(\w+): (.+)$/s.exec(text.trim());
  const hop = HOPS[match?.[1] ?? ""];
  if (!match || !hop) return null;
  const reason = (match[2] ?? "").split(/ Where: | What to do: /)[0]?.replace(/[.\s]+$/, "") ?? "";
  return { hop, reason };
}
