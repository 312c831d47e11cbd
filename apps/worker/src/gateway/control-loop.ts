import type { AppError } from "@deskrl/domain";
import { createBackoff } from "../lib/backoff.ts";
import { delay } from "../lib/delay.ts";
import type { Log } from "../lib/log.ts";
import type { ConnectionState } from "./connection-note.ts";
import { type ControlMessage, type ControlSessionOptions, runControlSession } from "./control-session.ts";
import { explainFailure } from "./explain-failure.ts";

export interface ControlLoop {
  /** Sends now if the control plane is there. What it missed it is told at the next registration. */
  send(message: ControlMessage): boolean;
  readonly connected: boolean;
  /**
   * Keeps a session, with growing pauses between tries, until the signal aborts.
   * @returns why another try is of no use, when the control plane turned this worker away; null when it was aborted
   */
  run(signal: AbortSignal): Promise<AppError | null>;
}

const BACKOFF = { firstMs: 200, maxMs: 5_000 };
/** The same trouble is told again after this time, not at every try. */
const TELL_AGAIN_MS = 60_000;

/** Keeps this worker connected to its control plane. */
export function createControlLoop(
  options: Omit<ControlSessionOptions, "signal" | "onRegistered"> & {
    /** The address that is dialled, for messages. */
    baseUrl: string;
    /** What must be known before each session. @default nothing */
    ready?: () => Promise<void>;
    /** Called after each registration. */
    onRegistered: () => void;
    /** Told each time it changes how this worker stands. */
    onState?: (state: ConnectionState, error?: AppError) => void;
    log: Log;
  },
): ControlLoop {
  const { log, baseUrl, onState = () => {}, ready } = options;
  const tell = createTeller(log);
  let current: ((message: ControlMessage) => void) | null = null;
  let everRegistered = false;
  return {
    get connected() {
      return current !== null;
    },
    send(message) {
      current?.(message);
      return current !== null;
    },
    async run(signal) {
      const backoff = createBackoff(BACKOFF);
      while (!signal.aborted) {
        try {
          await ready?.();
          await runControlSession({
            ...options,
            signal,
            onRegistered: (send, leaseTtlMs) => {
              current = send;
              everRegistered = true;
              backoff.reset();
              tell.forget();
              log.info({ leaseTtlMs }, "connected to the control plane");
              onState("joined");
              options.onRegistered();
            },
          });
        } catch (failure) {
          current = null;
          if (signal.aborted) return null;
          const { kind, error } = await explainFailure(failure, baseUrl);
          tell.problem(kind, error);
          onState(kind === "away" ? "away" : "refused", error);
          // One that was in before is let in again, once the other side is mended; one that never was is set up wrong.
          if (kind === "ended" || (kind === "refused" && !everRegistered)) return error;
        }
        current = null;
        await delay(backoff.next(), signal);
      }
      return null;
    },
  };
}

/** Says each trouble once, and again after a while. */
function createTeller(log: Log, clock: () => number = Date.now) {
  let told = { text: "", at: 0 };
  return {
    problem(kind: "away" | "refused" | "ended", { code, message, fix }: AppError): void {
      if (told.text === message && clock() - told.at < TELL_AGAIN_MS) return;
      told = { text: message, at: clock() };
      if (kind === "away") log.warn({ code, reason: message, fix }, "not connected, will go on trying");
      else log.error({ code, fix }, `the control plane refused this worker: ${message}`);
    },
    forget(): void {
      told = { text: "", at: 0 };
    },
  };
}
