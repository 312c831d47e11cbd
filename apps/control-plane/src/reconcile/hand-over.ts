import { type AssignedEpisode, type CoreContext, pendingAssignments } from "@deskrl/core";
import type { WorkerConnection } from "../gateway/worker-connection.ts";
import type { WorkerRegistry } from "../gateway/worker-registry.ts";
import type { Log } from "../lib/log.ts";

/** Sends assignments to the workers that are connected here, whichever control plane made them. */
export class HandOver {
  readonly #options: { core: CoreContext; workers: WorkerRegistry; log: Log };

  constructor(options: { core: CoreContext; workers: WorkerRegistry; log: Log }) {
    this.#options = options;
  }

  /** Sends one assignment, once for each connection. False when its worker is not connected here. */
  send({ episodeId, epoch, workerId, environmentId, assignment }: AssignedEpisode): boolean {
    const { workers, log } = this.#options;
    const connection = workers.get(workerId);
    if (!connection) return false;
    if (connection.hasTaken({ episodeId, epoch })) return true;
    const assignmentJson = JSON.stringify(assignment);
    const value = { episodeId, epoch: BigInt(epoch), environmentId, assignmentJson };
    if (!connection.send({ case: "assignEpisode", value })) return false;
    connection.take({ episodeId, epoch });
    log.info({ episodeId, workerId, environmentId, epoch }, "episode assigned");
    return true;
  }

  /** One turn: what was assigned elsewhere, and what an earlier connection of a worker did not get. */
  async sendPending(): Promise<void> {
    const { core, workers } = this.#options;
    const workerIds = workers.all().map(({ workerId }) => workerId);
    const isKnown = ({ workerId, ...claim }: { workerId: string; episodeId: string; epoch: number }) =>
      connectionKnows(workers.get(workerId), claim);
    for (const assigned of await pendingAssignments(core, { workerIds, isKnown })) this.send(assigned);
  }
}

function connectionKnows(
  connection: WorkerConnection | undefined,
  claim: { episodeId: string; epoch: number },
): boolean {
  return connection === undefined || connection.hasTaken(claim);
}
