import type { EnvironmentTemplate } from "@deskrl/domain";
import PQueue from "p-queue";
import { contentOf } from "./container-spec.ts";
import { imageMissing } from "./engine-errors.ts";
import { createPool, type Pool } from "./pool.ts";
import { type ReadyContainer, type StartDependencies, startContainer } from "./start-container.ts";

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

export function createPools(options: {
  start: StartDependencies;
  warm: number;
  startConcurrency: number;
  discard: (container: ReadyContainer) => void;
}): Pools {
  const { start, warm, discard } = options;
  const pools = new Map<string, Pool & { content: string }>();
  const starts = new PQueue({ concurrency: options.startConcurrency });

  function open(template: EnvironmentTemplate, imageId: string, content: string) {
    const pool = createPool({
      start: (signal) => starts.add(() => startContainer(start, { template, imageId, signal }), { signal }),
      discard,
      onRefillFailed: (error) => start.log.warn({ code: error.code, reason: error.message }, "refill failed"),
    });
    const named = Object.assign(pool, { content });
    pools.set(content, named);
    return named;
  }

  return {
    async forTemplate(template, signal) {
      const imageId = await start.engine.imageId(template.image, signal);
      if (imageId === null) throw imageMissing(template.image);
      const content = contentOf(template, imageId);
      return pools.get(content) ?? open(template, imageId, content);
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
