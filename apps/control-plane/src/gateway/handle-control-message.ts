import { unassignEpisode } from "@deskrl/core";
import type { ControlRequest } from "@deskrl/protocol/worker-gateway";
import type { GatewayContext } from "./gateway-context.ts";
import type { WorkerConnection } from "./worker-connection.ts";

/** Carries out one message of a worker, except heartbeats and reports of desktops, which wait for nothing. */
export async function handleControlMessage(
  gateway: GatewayContext,
  connection: WorkerConnection,
  { message }: ControlRequest,
): Promise<void> {
  const { workerId } = connection;
  switch (message.case) {
    case "episodeRefused": {
      const { episodeId, epoch, reason } = message.value;
      gateway.log.warn({ workerId, episodeId, reason }, "worker refused an episode");
      await unassignEpisode(gateway.core, { workerId, episodeId, epoch: Number(epoch), reason });
      return;
    }
    case "commandResult":
      return gateway.commander.settle(message.value);
    case "environment":
    case "heartbeat":
    case "register":
    case undefined:
      gateway.log.warn({ workerId, kind: message.case }, "worker sent a message that has no place here");
  }
}
