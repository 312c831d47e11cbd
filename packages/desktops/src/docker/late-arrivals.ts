import { setTimeout as sleep } from "node:timers/promises";
import type { Engine } from "./engine.ts";
import { LABELS } from "./labels.ts";
import type { ProviderLog } from "./provider-log.ts";

/** A request that a killed process sent goes on in the engine; by then it has come to its end. */
const LOOKS_AFTER_MS = [1_000, 5_000, 30_000];

/**
 * Removes containers that an earlier life of the owner had ordered and that appeared only after start-up had looked.
 * They are told by their lease, which is of another process.
 */
export async function removeLateArrivals(
  engine: Engine,
  options: {
    ownerId: string;
    lease: string;
    /** Ids of containers that were taken back. */
    takenBack: ReadonlySet<string>;
    signal: AbortSignal;
    log: ProviderLog;
  },
): Promise<void> {
  const { ownerId, lease, takenBack, signal, log } = options;
  for (const pauseMs of LOOKS_AFTER_MS) {
    try {
      await sleep(pauseMs, undefined, { signal, ref: false });
      const containers = await engine.list([`${LABELS.owner}=${ownerId}`], signal);
      const late = containers.filter(
        ({ Id, Labels }) => Labels[LABELS.lease] !== lease && !takenBack.has(Id),
      );
      await Promise.all(late.map(({ Id }) => engine.remove(Id)));
    } catch (cause) {
      if (signal.aborted) return;
      log.warn({ cause }, "could not look for containers of an earlier life");
    }
  }
}
