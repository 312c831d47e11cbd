/** Something to wait for that rings again and again. Rings between two waits count once. One waits at a time. */
export interface Bell {
  ring(): void;
  /** Resolves at the next ring, at once when it rang since the last wait, or when the signal aborts. */
  wait(signal: AbortSignal): Promise<void>;
}

export function createBell(): Bell {
  let rung = false;
  let wake = () => {};
  return {
    ring() {
      rung = true;
      wake();
    },
    async wait(signal) {
      if (!rung && !signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = () => {
            signal.removeEventListener("abort", wake);
            resolve();
          };
          signal.addEventListener("abort", wake, { once: true });
        });
      }
      rung = false;
    },
  };
}
