import { type CoreContext, revokedTokens } from "@deskrl/core";
import type { WorkerRegistry } from "../gateway/worker-registry.ts";
import type { Log } from "../lib/log.ts";

/** Cuts off workers whose token is good no longer, and says so to them: it will not be good again. */
export async function endRevoked(options: {
  core: CoreContext;
  workers: WorkerRegistry;
  log: Log;
}): Promise<void> {
  const connections = options.workers.all();
  const revoked = await revokedTokens(options.core, { ids: connections.map(({ tokenId }) => tokenId) });
  for (const connection of connections) {
    if (!revoked.includes(connection.tokenId)) continue;
    options.log.warn({ workerId: connection.workerId }, "token revoked, worker cut off");
    connection.reject({
      code: "unauthenticated",
      message: "The token that this worker joined with was revoked.",
      fix: "Mint another one on the Workers page and join with it.",
    });
  }
}
