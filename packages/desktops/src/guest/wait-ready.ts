import { setTimeout as sleep } from "node:timers/promises";
import { GuestHealth } from "@deskrl/protocol";
import type { GuestHttp } from "./guest-http.ts";

export interface ReadyDeadlines {
  /** From the start of the container to the guest server's first answer. */
  bootMs: number;
  /** From that answer to a painted desktop that answers input. */
  desktopMs: number;
}

/** Readiness did not come; says which clock ran out and what was still missing. */
export class NotReady extends Error {
  override readonly name = "NotReady";
  readonly phase: "boot" | "desktop";
  constructor(phase: "boot" | "desktop", message: string) {
    super(message);
    this.phase = phase;
  }
}

const SLOWEST_POLL_MS = 250;
const PROBE_MS = 15_000;

/**
 * Resolves once the guest says that the desktop is painted and answers input, with the time of each phase.
 * @param stillRuns asked once a second while there is no answer; a reason ends the wait at once
 * @throws NotReady
 */
export async function waitReady(
  http: GuestHttp,
  options: {
    deadlines: ReadyDeadlines;
    signal: AbortSignal;
    stillRuns: () => Promise<true | string>;
    /** Pause between two questions at first; it grows with the time waited, so that a slow start is not slowed more. */
    pollMs?: number;
  },
): Promise<{ bootMs: number; desktopMs: number }> {
  const { deadlines, signal, pollMs = 25 } = options;
  const startedAt = performance.now();
  let answeredAt: number | null = null;
  let lastCheckAt = startedAt;
  let missing = "";
  for (;;) {
    const limitMs = answeredAt === null ? deadlines.bootMs : deadlines.desktopMs;
    const health = await probe(http, signal, Math.min(PROBE_MS, limitMs));
    const now = performance.now();
    if (health) {
      answeredAt ??= now;
      if (health.ready) return { bootMs: answeredAt - startedAt, desktopMs: now - answeredAt };
      missing = Object.entries(health.checks)
        .filter(([, passed]) => !passed)
        .map(([name]) => name)
        .join(", ");
    }
    if (answeredAt === null && now - startedAt > deadlines.bootMs) {
      throw new NotReady("boot", `the guest server gave no answer within ${deadlines.bootMs} ms`);
    }
    if (answeredAt !== null && now - answeredAt > deadlines.desktopMs) {
      throw new NotReady("desktop", `not ready within ${deadlines.desktopMs} ms, missing: ${missing}`);
    }
    if (!health && now - lastCheckAt > 1_000) {
      lastCheckAt = now;
      const runs = await options.stillRuns();
      if (runs !== true) throw new NotReady(answeredAt === null ? "boot" : "desktop", runs);
    }
    const pauseMs = Math.max(pollMs, Math.min((now - startedAt) / 40, SLOWEST_POLL_MS));
    await sleep(pauseMs, undefined, { signal });
  }
}

/**
 * The guest's health, or null while it gives none.
 * @param timeoutMs generous by default: on a busy machine an abandoned question would still be worked on by the guest,
 * and the next one beside it
 */
export async function probe(
  http: GuestHttp,
  signal: AbortSignal,
  timeoutMs = PROBE_MS,
): Promise<GuestHealth | null> {
  try {
    return await http.json(GuestHealth, { method: "GET", path: "/health", timeoutMs, signal });
  } catch (error) {
    if (signal.aborted) throw error;
    return null;
  }
}
