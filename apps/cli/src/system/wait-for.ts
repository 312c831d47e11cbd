import { AppError } from "@deskrl/domain";

/**
 * Asks again and again until the answer is yes.
 * @throws AppError `internal` after the deadline, with what `explain` says at that time
 */
export async function waitFor(
  ask: () => Promise<boolean>,
  options: {
    what: string;
    timeoutMs: number;
    intervalMs?: number;
    explain?: () => string;
    signal?: AbortSignal;
  },
): Promise<void> {
  const deadline = Date.now() + options.timeoutMs;
  for (;;) {
    options.signal?.throwIfAborted();
    if (await ask().catch(() => false)) return;
    if (Date.now() > deadline) {
      throw new AppError("internal", `${options.what} within ${options.timeoutMs / 1000} s`, {
        fix: options.explain?.() ?? "look at the logs",
      });
    }
    await new Promise((done) => setTimeout(done, options.intervalMs ?? 100));
  }
}

/** True when the address answers with a 2xx status. */
export async function answers(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000), redirect: "manual" });
  await response.body?.cancel();
  return response.ok;
}
