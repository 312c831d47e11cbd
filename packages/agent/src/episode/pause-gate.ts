import { untilAborted } from "./until-aborted.ts";

/** Holds an agent between two steps while a person drives its desktop or its run is paused. */
export interface PauseGate {
  readonly paused: boolean;
  /** Resolves once it is not paused; rejects with the signal's reason. */
  resumed(signal: AbortSignal): Promise<void>;
}

export interface SettablePauseGate extends PauseGate {
  set(paused: boolean): void;
}

export function createPauseGate(): SettablePauseGate {
  let waiting: PromiseWithResolvers | null = null;
  return {
    get paused() {
      return waiting !== null;
    },
    set(paused) {
      if (paused) waiting ??= withResolvers();
      else {
        waiting?.resolve();
        waiting = null;
      }
    },
    async resumed(signal) {
      while (waiting !== null) await untilAborted(waiting.promise, signal);
    },
  };
}

interface PromiseWithResolvers {
  promise: Promise<void>;
  resolve: () => void;
}

function withResolvers(): PromiseWithResolvers {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
