import { Code, ConnectError } from "@connectrpc/connect";
import { AppError } from "@deskrl/domain";
import { createBackoff } from "../lib/backoff.ts";
import { delay } from "../lib/delay.ts";
import type { Log } from "../lib/log.ts";
import { type ControlMessage, type ControlSessionOptions, runControlSession } from "./control-session.ts";

export interface ControlLoop {
  /** Sends now if the control plane is there. What it missed it is told at the next registration. */
  send(message: ControlMessage): boolean;
  readonly connected: boolean;
  /** Keeps a session, with growing pauses between tries, until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
}

const BACKOFF = { firstMs: 200, maxMs: 5_000 };

/** Keeps this worker connected to its control plane. */
export function createControlLoop(
  options: Omit<ControlSessionOptions, "signal" | "onRegistered"> & {
    /** Called after each registration. */
    onRegistered: () => void;
    log: Log;
  },
): ControlLoop {
  const { log } = options;
  let current: ((message: ControlMessage) => void) | null = null;
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
          await runControlSession({
            ...options,
            signal,
            onRegistered: (send, leaseTtlMs) => {
              current = send;
              backoff.reset();
              log.info({ leaseTtlMs }, "connected to the control plane");
              options.onRegistered();
            },
          });
        } catch (error) {
          if (!signal.aborted) tell(log, error);
        }
        current = null;
        await delay(backoff.next(), signal);
      }
    },
  };
}

function tell(log: Log, error: unknown): void {
  if (error instanceof AppError && error.code !== "worker_unavailable") {
    log.error(
      { code: error.code, fix: error.fix },
      `the control plane refused this worker: ${error.message}`,
    );
  } else if (error instanceof ConnectError && error.code === Code.Unauthenticated) {
    log.error({ fix: "Set DESKRL_WORKER_TOKEN to a token of scope worker." }, error.message);
  } else log.warn({ reason: error instanceof Error ? error.message : String(error) }, "not connected");
}
