import PQueue from "p-queue";
import type { ProviderLog } from "./provider-log.ts";
import type { ReadyContainer } from "./start-container.ts";

const CONCURRENCY = 4;
const RETRY_MS = 15_000;

/** Takes containers away: connections closed, container and its volumes removed, port free again. */
export interface Removals {
  /** Resolves when nothing of it is left. @throws AppError engine_timeout, engine_unavailable */
  remove(container: ReadyContainer): Promise<void>;
  /** The same without waiting; a failure is tried again until it succeeds or the provider closes. */
  inBackground(container: ReadyContainer): void;
  /** Resolves when no removal is under way; no further tries are made. */
  close(): Promise<void>;
}

/** @param take ends and removes one in the backend; no error when it is gone already */
export function createRemovals(
  take: (container: ReadyContainer) => Promise<void>,
  log: ProviderLog,
): Removals {
  const queue = new PQueue({ concurrency: CONCURRENCY });
  const retries = new Set<NodeJS.Timeout>();
  let closed = false;

  async function remove(container: ReadyContainer): Promise<void> {
    container.http.close();
    await queue.add(() => take(container));
  }

  function inBackground(container: ReadyContainer): void {
    remove(container).catch((cause: unknown) => {
      log.warn(
        { containerId: container.containerId, cause },
        "could not remove a container, trying again later",
      );
      if (closed) return;
      const retry = setTimeout(() => {
        retries.delete(retry);
        inBackground(container);
      }, RETRY_MS);
      retry.unref();
      retries.add(retry);
    });
  }

  return {
    remove,
    inBackground,
    async close() {
      closed = true;
      for (const retry of retries) clearTimeout(retry);
      await queue.onIdle();
    },
  };
}
