import { setTimeout as sleep } from "node:timers/promises";

/** Waits; ends early, and without an error, when the signal aborts. */
export async function delay(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}

/** Waits for work to settle, at most `ms`. True when it settled in time. */
export async function settledWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const timer = new AbortController();
  const done = work.then(
    () => true,
    () => true,
  );
  const late = sleep(ms, false, { signal: timer.signal }).catch(() => false);
  try {
    return await Promise.race([done, late]);
  } finally {
    timer.abort();
  }
}
