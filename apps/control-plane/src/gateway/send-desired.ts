import { type CoreContext, desiredEnvironments } from "@deskrl/core";
import type { WorkerConnection } from "./worker-connection.ts";

/** Tells a worker the whole set of desktops it is to keep. */
export async function sendDesired(core: CoreContext, connection: WorkerConnection): Promise<void> {
  const desired = await desiredEnvironments(core, { workerId: connection.workerId });
  connection.environmentIds = new Set(desired.map(({ environmentId }) => environmentId));
  const environments = desired.map(({ environmentId, template, recycleCount }) => ({
    environmentId,
    templateJson: JSON.stringify(template),
    recycleCount,
  }));
  connection.send({ case: "desiredEnvironments", value: { environments } });
}
