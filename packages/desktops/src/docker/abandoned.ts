import { createEngine, type EngineConnection } from "./engine.ts";
import { LABELS } from "./labels.ts";
import { leaseHolderLives, parseLease } from "./process-lease.ts";

/**
 * Removes containers of owners that nobody will start again (test runs that were killed): those whose owner's name
 * begins with the prefix and whose making process no longer lives on this machine. Returns how many.
 * @throws AppError engine_unavailable, engine_timeout
 */
export async function removeAbandoned(options: {
  ownerPrefix: string;
  connection?: EngineConnection;
}): Promise<number> {
  const engine = createEngine(options.connection);
  const containers = await engine.list([LABELS.owner]);
  const abandoned = containers.filter(({ Labels }) => {
    if (!Labels[LABELS.owner]?.startsWith(options.ownerPrefix)) return false;
    const lease = parseLease(Labels[LABELS.lease] ?? "");
    return lease !== null && !leaseHolderLives(lease);
  });
  await Promise.all(abandoned.map(({ Id }) => engine.remove(Id)));
  return abandoned.length;
}
