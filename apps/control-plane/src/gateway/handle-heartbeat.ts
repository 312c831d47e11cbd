import { heartbeatWorker } from "@deskrl/core";
import { AppError, WorkerFacts } from "@deskrl/domain";
import type { Heartbeat } from "@deskrl/protocol/worker-gateway";
import { fromWireClaims, toWireClaims } from "./claims.ts";
import type { GatewayContext } from "./gateway-context.ts";
import type { WorkerConnection } from "./worker-connection.ts";
import { SUPERSEDED } from "./worker-registry.ts";

/** Renews a worker's leases and answers which of its claims are outdated. */
export async function handleHeartbeat(
  gateway: GatewayContext,
  connection: WorkerConnection,
  heartbeat: Heartbeat,
): Promise<void> {
  const { workerId, epoch } = connection;
  const sentAtMs = Number(heartbeat.sentAtMs);
  connection.heardAt(sentAtMs, gateway.core.clock());
  try {
    const { fenced } = await heartbeatWorker(gateway.core, {
      workerId,
      epoch,
      ...(sentAtMs > 0 ? { sentAt: new Date(sentAtMs) } : {}),
      running: fromWireClaims(heartbeat.running),
      leaseTtlMs: gateway.timing.leaseTtlMs,
      ...(heartbeat.factsJson ? { facts: WorkerFacts.parse(JSON.parse(heartbeat.factsJson)) } : {}),
    });
    if (fenced.length > 0) gateway.log.warn({ workerId, fenced }, "claims fenced");
    const value = { sentAtMs: heartbeat.sentAtMs, fenced: toWireClaims(fenced) };
    connection.send({ case: "heartbeatAck", value });
  } catch (error) {
    if (error instanceof AppError && error.code === "fenced") return connection.reject(SUPERSEDED);
    gateway.log.error({ err: error, workerId }, "heartbeat failed");
    // A worker whose row is gone must register again, which it does when it dials anew.
    if (error instanceof AppError && error.code === "not_found") connection.close();
  }
}
