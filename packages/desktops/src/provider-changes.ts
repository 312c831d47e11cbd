import { EventEmitter, on } from "node:events";
import { AppError } from "@deskrl/domain";
import type { ProvidedEnvironment, ProviderEvent } from "./types.ts";

/** Tells any number of watchers of a provider what changed without being asked for. */
export interface Changes {
  tell(environment: ProvidedEnvironment): void;
  watch(signal: AbortSignal): AsyncIterable<ProviderEvent>;
}

export function createChanges(): Changes {
  const emitter = new EventEmitter<{ changed: [ProviderEvent] }>();
  emitter.setMaxListeners(0);
  return {
    tell: (environment) => void emitter.emit("changed", { kind: "changed", environment }),
    /** Listens from the call on, not only from the first read on, so that nothing in between is missed. */
    watch(signal) {
      const events = on(emitter, "changed", { signal });
      return (async function* () {
        try {
          for await (const [event] of events) yield event;
        } catch (error) {
          if (!signal.aborted) throw AppError.from(error);
        }
      })();
    },
  };
}
