import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@deskrl/domain";
import type { Log } from "../lib/log.ts";

export interface WaitForDatabaseOptions {
  ping: () => Promise<void>;
  log: Log;
  signal: AbortSignal;
  /** @default 60000 */
  timeoutMs?: number;
  /** @default 1000 */
  retryMs?: number;
}

/** Resolves when PostgreSQL answers. @throws the last `database_unavailable` once the time is over */
export async function waitForDatabase(options: WaitForDatabaseOptions): Promise<void> {
  const { ping, log, signal, timeoutMs = 60_000, retryMs = 1_000 } = options;
  const deadline = Date.now() + timeoutMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ping();
    } catch (error) {
      if (Date.now() >= deadline) throw error;
      if (attempt === 1) {
        const text = error instanceof AppError ? error.describe() : "PostgreSQL does not answer.";
        log.warn({ timeoutMs }, `waiting for PostgreSQL: ${text}`);
      }
      await sleep(retryMs, undefined, { signal });
    }
  }
}
