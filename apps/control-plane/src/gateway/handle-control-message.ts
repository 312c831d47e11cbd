import { reportEnvironment, unassignEpisode } from "@deskrl/core";
import { EnvironmentState } from "@deskrl/domain";
import type { ControlRequest, EnvironmentReport } from "@deskrl/protocol/worker-gateway";
import type { GatewayContext } from "./gateway-context.ts";
import type { WorkerConnection } from "./worker-connection.ts";

/** Carries out one message of a worker, except heartbeats, which wait for nothing. */
export async function handleControlMessage(
  gateway: GatewayContext,
  connection: WorkerConnection,
  { message }: ControlRequest,
): Promise<void> {
  const { workerId } = connection;
  switch (message.case) {
    case "environment":
      return report(gateway, workerId, message.value);
    case "episodeRefused": {
      const { episodeId, epoch, reason } = message.value;
      gateway.log.warn({ workerId, episodeId, reason }, "worker refused an episode");
      await unassignEpisode(gateway.core, { workerId, episodeId, epoch: Number(epoch), reason });
      return;
    }
    case "commandResult":
      return gateway.commander.settle(message.value);
    case "heartbeat":
    case "register":
    case undefined:
      gateway.log.warn({ workerId, kind: message.case }, "worker sent a message that has no place here");
  }
}

async function report(gateway: GatewayContext, workerId: string, told: EnvironmentReport): Promise<void> {
  const { environmentId, reason, cause, generation, width, height } = told;
  const { outcome } = await reportEnvironment(gateway.core, {
    workerId,
    environmentId,
    state: EnvironmentState.parse(told.state),
    reason: reason || null,
    cause: cause || null,
    generation,
    ...(width > 0 && height > 0 ? { width, height } : {}),
  });
  if (outcome !== "applied" && outcome !== "unchanged")
    gateway.log.info(
      { workerId, environmentId, state: told.state, generation, outcome },
      "report not applied",
    );
}
