import { setTimeout as sleep } from "node:timers/promises";
import { isRetryable, toDatabaseError } from "./errors.ts";
import type { Prisma, PrismaClient } from "./generated/client.ts";

/** The client inside a transaction. */
export type Transaction = Prisma.TransactionClient;

export interface TransactionOptions {
  /** Tries in all when the database reports a conflict. @default 5 */
  attempts?: number;
  /** How long the whole transaction may take, ms. @default 30000 */
  timeoutMs?: number;
  /** How long it may wait for a connection, ms. @default 10000 */
  maxWaitMs?: number;
  isolationLevel?: Prisma.TransactionIsolationLevel;
  /** Source of the jitter between tries. */
  random?: () => number;
}

/** See `Database.transaction`. */
export async function runTransaction<T>(
  prisma: PrismaClient,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const { attempts = 5, timeoutMs = 30_000, maxWaitMs = 10_000, random = Math.random } = options;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await prisma.$transaction(work, {
        timeout: timeoutMs,
        maxWait: maxWaitMs,
        ...(options.isolationLevel ? { isolationLevel: options.isolationLevel } : {}),
      });
    } catch (error) {
      if (attempt >= attempts || !isRetryable(error)) throw toDatabaseError(error);
      await sleep(5 * 2 ** attempt * (0.5 + random()));
    }
  }
}
