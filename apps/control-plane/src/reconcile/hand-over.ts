import { type AssignedEpisode, type CoreContext, pendingAssignments } from "@deskrl/core";
import type { Tracer } from "@opentelemetry/api";
import type { WorkerConnection } from "../gateway/worker-connection.ts";
import type { WorkerRegistry } from "../gateway/worker-registry.ts";
import type { Log } from "../lib/log.ts";
import { traceAssignment } from "./trace-assignment.ts";

export interface HandOverOptions {
  core: CoreContext;
  workers: WorkerRegistry;
  /** Makes the spans that workers go on from. */
  tracer: Tracer;
  log: Log;
}

/** Sends assignments to the workers that are connected here, whichever control plane made them. */
export class HandOver {
  readonly #options: HandOverOptions;

  constructor(options: HandOverOptions) {
    this.#options = options;
  }

  /** Sends one assignment, once for each connection. False when its worker is not connected here. */
  send(assigned: AssignedEpisode): boolean {
    const { episodeId, epoch, workerId, environmentId, runId } = assigned;
    const { workers, log, tracer } = this.#options;
    const connection = workers.get(workerId);
    if (!connection) return false;
    if (connection.hasTaken({ episodeId, epoch })) return true;
    const traceparent = traceAssignment(tracer, assigned);
    const assignmentJson = JSON.stringify({
      ...assigned.assignment,
      ...(traceparent ? { traceparent } : {}),
    });
    const value = { episodeId, epoch: BigInt(epoch), environmentId, assignmentJson };
    if (!connection.send({ case: "assignEpisode", value })) return false;
    connection.take({ episodeId, epoch });
    log.info({ runId, episodeId, workerId, environmentId, epoch }, "episode assigned");
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
