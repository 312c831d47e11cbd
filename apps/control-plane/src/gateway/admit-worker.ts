import { abandonEpisodes, heartbeatWorker, planEnvironments, registerWorker } from "@deskrl/core";
import type { WorkerFacts } from "@deskrl/domain";
import type { Register } from "@deskrl/protocol/worker-gateway";
import { fromWireClaims, toWireClaims } from "./claims.ts";
import type { GatewayContext } from "./gateway-context.ts";
import { sendDesired } from "./send-desired.ts";
import type { WorkerConnection } from "./worker-connection.ts";

/**
 * Takes a worker in: its row, what it left unfinished, what it still carries out, what it is to keep.
 * Its claims are renewed before anything else looks at them, so that surviving a restart of ours costs no episode.
 */
export async function admitWorker(
  gateway: GatewayContext,
  connection: WorkerConnection,
  { register, facts }: { register: Register; facts: WorkerFacts },
): Promise<void> {
  const { core, timing, workers, log } = gateway;
  const { workerId, name, version, desktops } = register;
  const sentAtMs = Number(register.sentAtMs);
  connection.heardAt(sentAtMs, core.clock());
  // What it carries out, or has carried out and not delivered yet, must not be handed to it again.
  for (const claim of fromWireClaims(register.running)) connection.take(claim);
  connection.epoch = await registerWorker(core, {
    ...{ workerId, name, version, facts, desktops },
    tokenId: connection.tokenId,
    secret: register.instanceSecret,
    connectedTo: gateway.instanceId,
    ...(sentAtMs > 0 ? { sentAt: new Date(sentAtMs) } : {}),
  });
  if (register.abandoned.length > 0)
    await abandonEpisodes(core, { workerId, claims: fromWireClaims(register.abandoned) });
  const { fenced } = await heartbeatWorker(core, {
    workerId,
    epoch: connection.epoch,
    running: fromWireClaims(register.running),
    leaseTtlMs: timing.leaseTtlMs,
  });
  await planEnvironments(core, { workerId });
  connection.send({ case: "registered", value: timing });
  await sendDesired(core, connection);
  if (fenced.length > 0)
    connection.send({ case: "heartbeatAck", value: { sentAtMs: 0n, fenced: toWireClaims(fenced) } });
  workers.add(connection);
  log.info({ workerId, name, version, desktops, running: register.running.length }, "worker connected");
  gateway.thumbnails.refresh();
  gateway.onAdmitted(workerId);
}
