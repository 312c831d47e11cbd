import { type CoreContext, desiredEnvironments } from "@deskrl/core";
import type { WorkerConnection } from "./worker-connection.ts";

/** What each connection was told last; a new one has been told nothing. */
const told = new WeakMap<WorkerConnection, string>();

/** Tells a worker the whole set of desktops it is to keep, unless it knows. */
export async function sendDesired(core: CoreContext, connection: WorkerConnection): Promise<void> {
  const desired = await desiredEnvironments(core, { workerId: connection.workerId });
  const text = JSON.stringify(desired);
  if (told.get(connection) === text) return;
  told.set(connection, text);
  connection.environmentIds = new Set(desired.map(({ environmentId }) => environmentId));
  const environments = desired.map(({ environmentId, template, recycleCount }) => ({
    environmentId,
    templateJson: JSON.stringify(template),
    recycleCount,
  }));
  connection.send({ case: "desiredEnvironments", value: { environments } });
}
