import type { EnvironmentTemplate } from "@deskrl/domain";
import PQueue from "p-queue";
import { createPool, type Pool } from "./pool.ts";
import type { ProviderLog } from "./provider-log.ts";
import type { ReadyContainer } from "./start-container.ts";

/** One pool for each content that is in use, all starting through one queue. */
export interface Pools {
  /** @throws AppError image_missing, engine_* */
  forTemplate(template: EnvironmentTemplate, signal?: AbortSignal): Promise<Pool & { content: string }>;
  /** Keeps clean desktops ready for these contents and for no other. */
  keepWarm(contents: ReadonlySet<string>): void;
  /** Forgets a ready one that died; null when none of that id was ready. */
  forget(containerId: string): ReadyContainer | null;
  all(): Iterable<Pool>;
  close(): Promise<void>;
}

/** What a template comes to in the backend: desktops of equal content can stand for each other. */
export interface Startable {
  content: string;
  /** Makes one desktop from nothing to ready; a failed start leaves nothing behind. */
  start(signal: AbortSignal): Promise<ReadyContainer>;
}

export function createPools(options: {
  /** @throws AppError image_missing, engine_* */
  resolve: (template: EnvironmentTemplate, signal?: AbortSignal) => Promise<Startable>;
  warm: number;
  startConcurrency: number;
  discard: (container: ReadyContainer) => void;
  log: ProviderLog;
}): Pools {
  const { resolve, warm, discard, log } = options;
  const pools = new Map<string, Pool & { content: string }>();
  const starts = new PQueue({ concurrency: options.startConcurrency });

  function open({ content, start }: Startable) {
    const pool = createPool({
      start: (signal) => starts.add(() => start(signal), { signal }),
      discard,
      onRefillFailed: (error) => log.warn({ code: error.code, reason: error.message }, "refill failed"),
    });
    const named = Object.assign(pool, { content });
    pools.set(content, named);
    return named;
  }

  return {
    async forTemplate(template, signal) {
      const startable = await resolve(template, signal);
      return pools.get(startable.content) ?? open(startable);
    },
    keepWarm(contents) {
      for (const pool of pools.values()) pool.setTarget(contents.has(pool.content) ? warm : 0);
    },
    forget(containerId) {
      for (const pool of pools.values()) {
        const container = pool.forget(containerId);
        if (container) return container;
      }
      return null;
    },
    all: () => pools.values(),
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  };
}
