import { setMaxListeners } from "node:events";

/** A time limit joined with a caller's signal, for one call. Must be ended, so that nothing stays on either. */
export interface Deadline {
  /** Aborts at the limit or with the caller's signal, whichever is first. */
  readonly signal: AbortSignal;
  /** Why the signal aborted; null while it has not. */
  readonly aborted: "expired" | "cancelled" | null;
  end(): void;
}

/**
 * Used for every call instead of `AbortSignal.any`, which leaves a trace of each call on a signal that lives as long as
 * the process.
 */
export function startDeadline(timeoutMs: number, ...callerSignals: (AbortSignal | undefined)[]): Deadline {
  const controller = new AbortController();
  let aborted: Deadline["aborted"] = null;
  const abort = (why: "expired" | "cancelled", reason: unknown) => {
    aborted ??= why;
    controller.abort(reason);
  };
  const callers = callerSignals.filter((signal) => signal !== undefined);
  // One signal of a worker is shared by all its calls under way, however many; that is no leak.
  if (callers.length > 0) setMaxListeners(0, ...callers);
  const onCancel = () => abort("cancelled", callers.find((signal) => signal.aborted)?.reason);
  const timer = setTimeout(() => abort("expired", new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  if (callers.some((signal) => signal.aborted)) onCancel();
  else for (const signal of callers) signal.addEventListener("abort", onCancel, { once: true });
  return {
    signal: controller.signal,
    get aborted() {
      return aborted;
    },
    end() {
      clearTimeout(timer);
      for (const signal of callers) signal.removeEventListener("abort", onCancel);
    },
  };
}
